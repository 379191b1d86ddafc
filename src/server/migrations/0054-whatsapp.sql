-- release: expand
-- An SMS that goes by WhatsApp first. wanted: not given to it yet. sent: given, or perhaps; it is left alone until
-- `due_at`, when an SMS follows unless it has arrived. fallen-back: an SMS took its place. doubled: it arrived all the
-- same. `whatsapp_code` is why an SMS took its place.
alter table message add column whatsapp text not null default ''
  check (whatsapp in ('', 'wanted', 'sent', 'fallen-back', 'doubled'));
alter table message add column whatsapp_code text not null default '';

-- Whether the person wants messages by WhatsApp; null: as they said when they signed up.
alter table contact_preference add column whatsapp boolean;
