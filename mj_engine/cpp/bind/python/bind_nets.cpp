// Python bindings: the tactics that play by networks, and single networks.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/python/asked.hpp"
#include "bind/python/bind.hpp"
#include "bind/python/convert.hpp"
#include "bind/python/odds_data.hpp"
#include "nets/cnn.hpp"
#include "nets/net.hpp"
#include "nets/which_discard.hpp"

namespace bind {

namespace {

using Tensor = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;
using Layers = std::vector<Names>;
using SharedTables = std::shared_ptr<mj::OddsTables>;

mj::Floats numbers_of(const Tensor& tensor, std::vector<int>& shape) {
    for (std::size_t axis = 0; axis < tensor.ndim(); ++axis) {
        shape.push_back(static_cast<int>(tensor.shape(axis)));
    }
    return {tensor.data(), tensor.data() + tensor.size()};
}

mj::LayerSpec spec_of(const Names& named) {
    mj::LayerSpec spec;
    spec.op = nb::cast<std::string>(named["op"]);
    spec.sources = nb::cast<std::vector<int>>(named["sources"]);
    spec.feature = nb::cast<std::string>(named["feature"]);
    spec.scale = nb::cast<float>(named["scale"]);
    spec.weight = numbers_of(nb::cast<Tensor>(named["weight"]), spec.shape);
    spec.bias = numbers_of(nb::cast<Tensor>(named["bias"]), spec.bias_shape);
    spec.size = nb::cast<mj::Pair>(named["size"]);
    spec.padding = nb::cast<mj::Pair>(named["padding"]);
    spec.stride = nb::cast<mj::Pair>(named["stride"]);
    return spec;
}

using SharedNetwork = std::shared_ptr<mj::Network>;

SharedNetwork network_of(const Layers& layers, int output) {
    std::vector<mj::LayerSpec> specs;
    for (const Names& layer : layers) specs.push_back(spec_of(layer));
    return std::make_shared<mj::Network>(specs, output);
}

// A network with its scratch space.
class NetworkAlone {
  public:
    NetworkAlone(const SharedTables& tables, SharedNetwork network)
        : network_(std::move(network)), inputs_(tables) {}

    nb::ndarray<nb::numpy, float> output(nb::handle seen) {
        const auto numbers = (*network_)(inputs_, state_seen(seen), room_);
        return array_of(std::vector<float>(numbers.begin(), numbers.end()), numbers.size());
    }

  private:
    SharedNetwork network_;
    mj::NetworkInputs inputs_;
    mj::Network::Room room_;
};

using Shared = std::map<std::string, SharedNetwork>;

std::unique_ptr<mj::Tactic> made(const std::string& kind, const SharedTables& tables,
                                 const mj::Networks& networks, const mj::OddsOptions& odds) {
    if (kind == "net") return std::make_unique<mj::Net>(tables, networks);
    if (kind == "cnn") return std::make_unique<mj::Cnn>(tables, networks);
    if (kind == "which_discard") {
        return std::make_unique<mj::WhichDiscard>(tables, networks, odds);
    }
    throw std::invalid_argument("no native tactic '" + kind + "' plays by networks");
}

std::shared_ptr<mj::TacticSpec> native(const std::string& kind, const std::string& name,
                                       const SharedTables& tables, const Shared& networks,
                                       const Names& odds) {
    const mj::Networks shared(networks.begin(), networks.end());
    const auto make = [kind, tables, shared, odds = options_of(odds)] {
        return made(kind, tables, shared, odds);
    };
    make();  // reports layers that do not fit
    return std::make_shared<mj::TacticSpec>(
        mj::TacticSpec{name, make, mj::any_sees_planes(shared)});
}

}  // namespace

}  // namespace bind

void bind_nets(nanobind::module_& module) {
    namespace nb = nanobind;
    nb::class_<mj::Network>(module, "NetworkLayers", "A network's layers; read-only, shared.")
        .def(nb::new_(&bind::network_of), nb::arg("layers"), nb::arg("output"));
    nb::class_<bind::NetworkAlone>(module, "Network", "Not thread-safe.")
        .def(nb::init<const bind::SharedTables&, bind::SharedNetwork>(), nb::arg("tables"),
             nb::arg("layers"))
        .def("__call__", &bind::NetworkAlone::output, nb::arg("seen"), nb::rv_policy::automatic,
             "float32: its output for a state; for a map by place and channel.");
    module.def("native_by_networks", bind::native, nb::arg("kind"), nb::arg("name"),
               nb::arg("tables"), nb::arg("networks"), nb::arg("odds_options"),
               "The native tactic `net`, `cnn` or `which_discard`; raises ValueError for networks "
               "that do not fit it.");
}
