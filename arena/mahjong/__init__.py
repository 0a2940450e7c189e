"""The mahjong of Jilin that is played under the name 十三水: rules and settlement of a win, pure."""
