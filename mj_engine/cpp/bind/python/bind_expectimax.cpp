// Python bindings: the search of own draws and discards.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/python/asked.hpp"
#include "bind/python/bind.hpp"
#include "bind/python/convert.hpp"
#include "bind/python/odds_data.hpp"
#include "expectimax/expectimax.hpp"

namespace bind {

namespace {

// A tensor's numbers, the last axis varies fastest.
using Tensor = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Convs = std::vector<std::pair<Tensor, Tensor>>;

mj::Floats floats_of(nb::handle tensor) {
    const auto array = nb::cast<Tensor>(tensor);
    return {array.data(), array.data() + array.size()};
}

std::shared_ptr<const mj::QNetwork> network_of(const Names& named) {
    const auto one = [&](const char* name) { return floats_of(named[name]); };
    mj::QTensors tensors;
    tensors.row_scale = one("row_scale");
    tensors.row_bias = one("row_bias");
    tensors.first = {one("first_weight"), one("first_bias")};
    tensors.scale = one("scale");
    tensors.place_bias = one("place_bias");
    for (const auto& [weight, bias] : nb::cast<Convs>(named["convs"])) {
        tensors.convs.push_back({{weight.data(), weight.data() + weight.size()},
                                 {bias.data(), bias.data() + bias.size()}});
    }
    tensors.tile_weight = one("tile_weight");
    tensors.tile_bias = nb::cast<float>(named["tile_bias"]);
    tensors.hand_weight = one("hand_weight");
    tensors.hand_bias = one("hand_bias");
    tensors.hidden_weight = one("hidden_weight");
    tensors.hidden_bias = one("hidden_bias");
    tensors.out_weight = one("out_weight");
    tensors.out_bias = one("out_bias");
    tensors.points = nb::cast<float>(named["points"]);
    try {
        return std::make_shared<const mj::QNetwork>(tensors);
    } catch (const std::invalid_argument& error) {
        throw nb::value_error(error.what());
    }
}

mj::ExpectimaxOptions options_with(const Names& options, const std::optional<Names>& tensors) {
    mj::ExpectimaxOptions found{};
    if (tensors) found.tree.network = network_of(*tensors);
    found.tree.alpha = nb::cast<double>(options["alpha"]);
    found.tree.of_tiles = nb::cast<bool>(options["of_tiles"]);
    found.tree.within = nb::cast<double>(options["within"]);
    found.tree.by_lacking = nb::cast<std::vector<double>>(options["by_lacking"]);
    found.tree.claims = nb::cast<bool>(options["claims"]);
    found.depth = nb::cast<int>(options["depth"]);
    found.defence = nb::cast<double>(options["defence"]);
    if (found.depth < int{!tensors}) throw nb::value_error("a search of no layers");
    return found;
}

using SharedTables = std::shared_ptr<mj::OddsTables>;

std::shared_ptr<mj::TacticSpec> native(const std::string& name, const SharedTables& tables,
                                       const Names& options, const std::optional<Names>& tensors) {
    const auto make = [tables, options = options_with(options, tensors)] {
        return std::make_unique<mj::Expectimax>(tables, options);
    };
    return std::make_shared<mj::TacticSpec>(mj::TacticSpec{name, make});
}

std::vector<std::pair<std::string, double>> values(mj::Expectimax& search, const Asked& asked) {
    std::vector<std::pair<std::string, double>> rows;
    for (const auto& one : search.values(asked.state, asked.legal)) {
        rows.emplace_back(mj::text_of(one.action), one.value);
    }
    return rows;
}

}  // namespace

}  // namespace bind

void bind_expectimax(nanobind::module_& module) {
    namespace nb = nanobind;
    nb::class_<mj::Expectimax> player(module, "Expectimax",
                                      "One player of `expectimax`. Not thread-safe.");
    player.def(
        "__init__",
        [](mj::Expectimax* search, const bind::SharedTables& tables, const Names& options,
           const std::optional<Names>& tensors) {
            new (search) mj::Expectimax(tables, bind::options_with(options, tensors));
        },
        nb::arg("tables"), nb::arg("options"), nb::arg("tensors").none());
    bind::def_asked(player, "values", bind::values, "Every searched answer, with its points.");
    player.def_prop_ro("leaves", &mj::Expectimax::leaves,
                       "The number of leaves in the last search.");
    module.def(
        "q_features",
        [](nb::handle seen) {
            const auto rows = mj::q_features_of(bind::state_seen(seen));
            return bind::array_of(std::vector<std::uint8_t>(rows.begin(), rows.end()), mj::kQRows,
                                  mj::kTileKinds);
        },
        nb::arg("seen"), nb::rv_policy::automatic,
        "uint8 [21, 34], as in mj_bot.expectimax.q_features.");
    module.def("native_expectimax", bind::native, nb::arg("name"), nb::arg("tables"),
               nb::arg("options"), nb::arg("tensors").none(),
               "The native tactic `expectimax`; without tensors leaves are valued by shanten.");
}
