"""The contract that both games share: agents, statuses, errors, seeds, records, executors."""
