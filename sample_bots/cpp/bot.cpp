// The conversation with the arena: hello, then an answer to every decide, until bye. protocol/SPEC.md explains it.

#include <zmq.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arrange.hpp"

using nlohmann::json;

class Arena {
public:
    explicit Arena(const char* endpoint) {
        const int linger = 0;
        zmq_setsockopt(socket_, ZMQ_LINGER, &linger, sizeof linger);
        if (zmq_connect(socket_, endpoint) != 0) throw std::runtime_error(zmq_strerror(zmq_errno()));
    }
    ~Arena() {
        zmq_close(socket_);
        zmq_ctx_term(context_);
    }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    void send(const json& message) {
        const auto bytes = json::to_msgpack(message);
        if (zmq_send(socket_, bytes.data(), bytes.size(), 0) < 0) throw std::runtime_error(zmq_strerror(zmq_errno()));
    }
    json receive() {
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        if (zmq_msg_recv(&frame, socket_, 0) < 0) throw std::runtime_error(zmq_strerror(zmq_errno()));
        const auto* bytes = static_cast<const std::uint8_t*>(zmq_msg_data(&frame));
        json message = json::from_msgpack(bytes, bytes + zmq_msg_size(&frame));
        zmq_msg_close(&frame);
        return message;
    }

private:
    void* context_ = zmq_ctx_new();
    void* socket_ = zmq_socket(context_, ZMQ_DEALER);
};

static json answer_to(const json& decide, bool strict) {
    json actions = json::array();
    for (const auto& item : decide["items"]) {
        const auto rows = arrange(item["hand"].get<Hand>(), strict);
        actions.push_back({{"front", rows.front}, {"middle", rows.middle}, {"back", rows.back}});
    }
    return {{"type", "answer"}, {"match", decide["match"]}, {"request", decide["request"]}, {"actions", actions}};
}

int main() {
    const char* endpoint = std::getenv("ARENA_ENDPOINT");
    const char* token = std::getenv("ARENA_TOKEN");
    if (endpoint == nullptr) {
        std::cerr << "this is a bot, and a bot is started by the arena: try `arena play` (ARENA_ENDPOINT is not set)\n";
        return 2;
    }
    Arena arena(endpoint);
    arena.send({{"type", "hello"},
                {"protocol", json::array({1})},
                {"token", token == nullptr ? "" : token},
                {"name", "cpp"},
                {"games", json::array({"shisanshui"})},
                {"batch", 64},
                {"events", "none"}});
    bool strict = false;
    while (true) {
        const json message = arena.receive();
        const std::string type = message["type"];
        if (type == "match") {
            strict = message["rules"].value("equal_rows", "legal") == "foul";
        } else if (type == "decide") {
            for (const auto& event : message["events"])
                if (event["type"] == "strike") std::cerr << "strike " << event["code"] << ": " << event["message"] << "\n";
            arena.send(answer_to(message, strict));
        } else if (type == "refused") {
            std::cerr << "refused by the arena: " << message["message"] << "\n";
            return 2;
        } else if (type == "bye") {
            return 0;
        }
    }
}
