## The game
about = Sow seeds around the board and capture more than half of them.
option-players = How many people play: always two.

## What can be done
verb-sow = Sow the seeds of a house
action-sow = House { $house }

## What happens
event-sown = { $seat } sows { $seeds -> [one] 1 seed *[other] { $seeds } seeds } from house { $house }.
event-captured = { $seat } captures { $seeds -> [one] 1 seed *[other] { $seeds } seeds } from the opponent's house { $house }.
event-swept = { $seat } captures { $seeds -> [one] the last seed *[other] the last { $seeds } seeds } of their own row.
event-over = The game is over. { $winners -> [one] { $winners } wins. *[other] { $winners } share the victory. }

## Labels of the view
field-houses = Houses
field-1 = House 1
field-2 = House 2
field-3 = House 3
field-4 = House 4
field-5 = House 5
field-6 = House 6
field-captured = Captured seeds
field-quiet_moves = Moves since the last capture
source-captured = Captured seeds

## Why not
rule-empty-house = Only a house with seeds can be sown.
rule-feed = Your opponent has no seeds: sow so that they get some.
