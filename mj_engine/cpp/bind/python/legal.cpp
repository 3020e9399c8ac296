#include "bind/python/legal.hpp"

#include <nanobind/stl/string.h>

#include "bind/python/convert.hpp"

namespace bind {

Texts texts_of(const mj::ActionList& legal) {
    nb::list texts;
    for (const mj::Action& action : legal.all()) texts.append(mj::text_of(action));
    return Texts(texts);
}

nb::ndarray<nb::numpy, std::uint8_t> mask_of(const mj::ActionList& legal) {
    std::vector<std::uint8_t> mask(mj::kActions);
    for (const mj::Action& action : legal.all()) mask[mj::index_of(action)] = 1;
    return array_of(std::move(mask), mj::kActions);
}

}  // namespace bind
