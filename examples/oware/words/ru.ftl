## The game
about = Сейте семена по кругу и захватите больше половины.
option-players = Сколько человек играет: всегда двое.

## What can be done
verb-sow = Посеять семена из лунки
action-sow = Лунка { $house }

## What happens
event-sown = { $seat } сеет { $seeds -> [one] { $seeds } семя [few] { $seeds } семени *[many] { $seeds } семян } из лунки { $house }.
event-captured = { $seat } захватывает { $seeds -> [one] { $seeds } семя [few] { $seeds } семени *[many] { $seeds } семян } из лунки { $house } соперника.
event-swept = { $seat } забирает { $seeds -> [1] последнее семя [one] последние { $seeds } семя [few] последние { $seeds } семени *[many] последние { $seeds } семян } из своего ряда.
event-over = Игра окончена. { $winners -> [1] Побеждает { $winners }. *[other] Победу делят { $winners }. }

## Labels of the view
field-houses = Лунки
field-1 = Лунка 1
field-2 = Лунка 2
field-3 = Лунка 3
field-4 = Лунка 4
field-5 = Лунка 5
field-6 = Лунка 6
field-captured = Захваченные семена
field-quiet_moves = Ходов после последнего захвата
source-captured = Захваченные семена

## Why not
rule-empty-house = Сеять можно только из лунки, в которой есть семена.
rule-feed = У соперника нет семян: посейте так, чтобы они у него появились.
