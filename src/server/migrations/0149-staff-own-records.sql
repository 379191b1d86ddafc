-- release: expand
-- What an employee's own customer record is known by beside their work address; '' where nothing was given.
alter table staff_member
  add column own_document text not null default '',
  add column own_cellphone text not null default '',
  add column own_email text not null default '';
