"""The wire between referee and bot: typed messages, their bytes, reason codes and the Python SDK.

`SPEC.md` is the contract for authors in any language. This module imports nothing, so that a bot on `protocol.sdk`
starts fast.
"""
