-- How strong people are in a game with a number of players, in thousandths; written together with the entry that ends a rated game.
CREATE TABLE ratings (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    players BIGINT NOT NULL,
    value BIGINT NOT NULL,
    uncertainty BIGINT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (person, game, players)
);

-- The public id of a person, which profiles are known by. A program computes it; people of earlier releases get it at its start.
ALTER TABLE people ADD COLUMN public TEXT;
CREATE UNIQUE INDEX people_public ON people (public) WHERE public IS NOT NULL;
