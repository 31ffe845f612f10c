-- Planning a search compares each of its words with every sampled text; ten show as well as a hundred that a word is rare.
ALTER TABLE event_listings ALTER COLUMN search_text SET STATISTICS 10, ALTER COLUMN title_text SET STATISTICS 10;
ALTER TABLE private_listings ALTER COLUMN search_text SET STATISTICS 10, ALTER COLUMN title_text SET STATISTICS 10;
