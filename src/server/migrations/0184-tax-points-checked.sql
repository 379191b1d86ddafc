-- release: expand
alter table loan validate constraint loan_tax_rule_check;
