## The game
about = Samen rund um das Brett säen und mehr als die Hälfte davon erobern.
option-players = Wie viele mitspielen: immer zwei.

## What can be done
verb-sow = Die Samen einer Mulde säen
action-sow = Mulde { $house }

## What happens
event-sown = { $seat } sät { $seeds -> [one] 1 Samen *[other] { $seeds } Samen } aus Mulde { $house }.
event-captured = { $seat } erobert { $seeds -> [one] 1 Samen *[other] { $seeds } Samen } aus der gegnerischen Mulde { $house }.
event-swept = { $seat } nimmt { $seeds -> [one] den letzten Samen *[other] die letzten { $seeds } Samen } der eigenen Reihe.
event-over = Das Spiel ist zu Ende. { $winners -> [one] { $winners } gewinnt. *[other] { $winners } teilen sich den Sieg. }

## Labels of the view
field-houses = Mulden
field-1 = Mulde 1
field-2 = Mulde 2
field-3 = Mulde 3
field-4 = Mulde 4
field-5 = Mulde 5
field-6 = Mulde 6
field-captured = Eroberte Samen
field-quiet_moves = Züge seit der letzten Eroberung
source-captured = Eroberte Samen

## Why not
rule-empty-house = Nur aus einer Mulde mit Samen kannst du säen.
rule-feed = Die Gegenseite hat keine Samen: Säe so, dass sie welche bekommt.
