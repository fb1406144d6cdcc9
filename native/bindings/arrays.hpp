// Arrays between numpy and the core: C-contiguous, on the CPU, never converted when they are written to.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace hazard::bindings {

namespace nb = nanobind;

template <class T, int Dims>
struct ShapeOf;
template <class T>
struct ShapeOf<T, 1> {
    using In = nb::ndarray<const T, nb::numpy, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
    using Out = nb::ndarray<T, nb::numpy, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
};
template <class T>
struct ShapeOf<T, 2> {
    using In = nb::ndarray<const T, nb::numpy, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;
    using Out = nb::ndarray<T, nb::numpy, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;
};
template <class T>
struct ShapeOf<T, 3> {
    using In = nb::ndarray<const T, nb::numpy, nb::shape<-1, -1, -1>, nb::c_contig, nb::device::cpu>;
    using Out = nb::ndarray<T, nb::numpy, nb::shape<-1, -1, -1>, nb::c_contig, nb::device::cpu>;
};
template <class T, int Dims>
using In = typename ShapeOf<T, Dims>::In;
template <class T, int Dims>
using Out = typename ShapeOf<T, Dims>::Out;

inline void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

template <class A, class B>
void require_same_shape(const A& a, const B& b, const char* message) {
    bool same = a.ndim() == b.ndim();
    for (std::size_t i = 0; same && i < a.ndim(); ++i) same = a.shape(i) == b.shape(i);
    require(same, message);
}

template <class T, class... Args>
std::span<const T> view(const nb::ndarray<const T, Args...>& array) {
    return {array.data(), array.size()};
}

// A new numpy array that owns its memory; `fill` writes into it before Python sees it.
template <class T>
struct Fresh {
    explicit Fresh(std::initializer_list<std::size_t> dims) : shape(dims) {
        std::size_t size = 1;
        for (const auto dim : shape) size *= dim;
        data = std::make_unique<T[]>(size);
    }
    nb::ndarray<nb::numpy, T> release() {
        T* raw = data.release();
        nb::capsule owner(raw, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
        return nb::ndarray<nb::numpy, T>(raw, shape.size(), shape.data(), owner);
    }

    std::vector<std::size_t> shape;
    std::unique_ptr<T[]> data;
};

}  // namespace hazard::bindings
