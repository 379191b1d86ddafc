-- release: expand
-- Search of the staff by parts of a name or of an e-mail. The extension is trusted: the owner of the database may
-- create it.
create extension if not exists pg_trgm;

-- Lower case without accents, punctuation as spaces, a space before each word.
create function search_text(value text) returns text language sql immutable strict parallel safe
  return ' ' || lower(translate(value,
    'áàâãäåéèêëíìîïóòôõöúùûüñçýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÑÇÝ''’`´.,-',
    'aaaaaaeeeeiiiiooooouuuuncyaaaaaaeeeeiiiiooooouuuuncy       '));
