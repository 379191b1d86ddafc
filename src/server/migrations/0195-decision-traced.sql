-- release: expand
alter table decision validate constraint decision_traced;
