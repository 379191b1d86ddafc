import type { EditedRules } from '../../contract/staff/decision-rules.ts';
import {
  BUREAU_WORDS,
  FACT_NAMES,
  FACTS,
  OPERATORS,
  RESULTS,
  type FactName,
} from '../../domain/credit-decision.ts';
import { Notice } from '../../ui/tag.tsx';
import {
  BUREAU_LABELS,
  FACT_LABELS,
  OPERATOR_LABELS,
  RESULT_LABELS,
  ruleSentence,
  type EditedRule,
  type RulesDraft,
} from '../../words/decision-rules.ts';
import { rowName } from '../../words/figures.ts';
import css from '../ui/page.module.css';
import own from './rules.module.css';

type Condition = EditedRule['when'][number];

const NEW_RULE: EditedRule = {
  code: 'regla-nueva',
  when: [{ fact: 'grade', is: 'below', than: 1 }],
  result: 'refuse',
  margin: 0,
  reason: '',
  correct: '',
};

interface EditorProps {
  rules: EditedRules;
  findings: RulesDraft['findings'];
  /** Undefined for who may only look: rules are shown as sentences. */
  onChange: ((rules: EditedRules) => void) | undefined;
}

/** Rules in their order; the first that fires decides. */
export function RulesEditor({ rules, findings, onChange }: EditorProps) {
  const put = (index: number, rule: EditedRule | undefined) =>
    onChange?.(rules.flatMap((each, at) => (at === index ? (rule ? [rule] : []) : [each])));
  const move = (index: number, by: -1 | 1) => {
    const moved = [...rules];
    const [rule] = moved.splice(index, 1);
    if (rule) moved.splice(index + by, 0, rule);
    onChange?.(moved);
  };
  return (
    <section className={own.part} aria-labelledby="reglas">
      <h2 id="reglas">Reglas, en orden</h2>
      <p>Decide la primera que se cumple. Si no se cumple ninguna, la respuesta es no.</p>
      <ol className={own.rules}>
        {rules.map((rule, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={own.rule}>
            <h3>
              {index + 1}. {rowName(rule.code)}
            </h3>
            {onChange ? (
              <RuleFields
                rule={rule}
                name={`Regla ${index + 1}`}
                onChange={(changed) => put(index, changed)}
              />
            ) : (
              <RuleText rule={rule} />
            )}
            {findings
              .filter((finding) => finding.rule === index)
              .map(({ text }) => (
                <Notice key={text} tone="bad">
                  {text}
                </Notice>
              ))}
            {onChange && (
              <div className={css.row}>
                <TextButton
                  name="Subir"
                  of={rowName(rule.code)}
                  isOff={index === 0}
                  onClick={() => move(index, -1)}
                />
                <TextButton
                  name="Bajar"
                  of={rowName(rule.code)}
                  isOff={index === rules.length - 1}
                  onClick={() => move(index, 1)}
                />
                <TextButton name="Quitar" of={rowName(rule.code)} onClick={() => put(index, undefined)} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {onChange && (
        <p>
          <TextButton name="Agregar una regla" of="" onClick={() => onChange([NEW_RULE, ...rules])} />
        </p>
      )}
    </section>
  );
}

function RuleText({ rule }: { rule: EditedRule }) {
  const { code, reason, correct } = rule;
  return (
    <>
      {rowName(code) !== code && <p className={css.minor}>Código: {code}</p>}
      <p>{ruleSentence(rule)}</p>
      {reason !== '' && (
        <p>
          La persona lee: <em>{[reason, correct].filter(Boolean).join(' ')}</em>
        </p>
      )}
    </>
  );
}

function TextButton({
  name,
  of,
  isOff = false,
  onClick,
}: {
  name: string;
  of: string;
  isOff?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={css.link}
      disabled={isOff}
      {...(of === '' ? {} : { 'aria-label': `${name}: ${of}` })}
      onClick={onClick}
    >
      {name}
    </button>
  );
}

interface RuleProps {
  rule: EditedRule;
  name: string;
  onChange: (rule: EditedRule) => void;
}

function RuleFields({ rule, name, onChange }: RuleProps) {
  const set = (change: Partial<EditedRule>) => onChange({ ...rule, ...change });
  return (
    <fieldset className={own.condition}>
      <legend className="visually-hidden">{name}</legend>
      <div className={own.line}>
        <label className={css.field}>
          <span>Código</span>
          <input value={rule.code} maxLength={40} onChange={(event) => set({ code: event.target.value })} />
        </label>
        <label className={css.field}>
          <span>Resultado</span>
          <select
            value={rule.result}
            onChange={(event) => set({ result: event.target.value as EditedRule['result'] })}
          >
            {RESULTS.map((result) => (
              <option key={result} value={result}>
                {RESULT_LABELS[result]}
              </option>
            ))}
          </select>
        </label>
        {rule.result === 'refuse' && (
          <label className={css.field}>
            <span>Margen que mira una persona</span>
            <input
              type="number"
              min={0}
              value={rule.margin}
              onChange={(event) => set({ margin: Number(event.target.value) })}
            />
          </label>
        )}
      </div>
      {rule.when.map((condition, index) => (
        <ConditionFields
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          condition={condition}
          onChange={(changed) =>
            set({
              when: rule.when.flatMap((each, at) => (at === index ? (changed ? [changed] : []) : [each])),
            })
          }
        />
      ))}
      <TextButton
        name="Agregar una condición"
        of={rowName(rule.code)}
        onClick={() => set({ when: [...rule.when, { fact: 'age', is: 'below', than: 18 }] })}
      />
      {rule.result === 'refuse' && <Sentences rule={rule} set={set} />}
    </fieldset>
  );
}

/** Sentences for the person, whole on any screen. */
function Sentences({ rule, set }: { rule: EditedRule; set: (change: Partial<EditedRule>) => void }) {
  const sentences = [
    ['reason', 'Qué lee la persona'],
    ['correct', 'Dónde lo corrige'],
  ] as const;
  return sentences.map(([member, name]) => (
    <label key={member} className={css.field}>
      <span>{name}</span>
      <textarea
        className={own.sentence}
        rows={3}
        value={rule[member]}
        maxLength={300}
        onChange={(event) => set({ [member]: event.target.value.replaceAll('\n', ' ') })}
      />
    </label>
  ));
}

/** A condition of another fact or comparison begins with a value that fits it. */
function fitting(fact: FactName, is: Condition['is']): Condition {
  if (FACTS[fact] === 'word') return { fact, is: 'equal', than: 'bad' };
  return is === 'outside' ? { fact, is, than: [0, 0] } : { fact, is, than: 0 };
}

function ConditionFields({
  condition,
  onChange,
}: {
  condition: Condition;
  onChange: (condition: Condition | undefined) => void;
}) {
  const { fact, is, than } = condition;
  const [low, high] = Array.isArray(than) ? than : [0, 0];
  const pair = (values: [number, number]) => onChange({ fact, is, than: values });
  return (
    <div className={own.line}>
      <label className={css.field}>
        <span>Si</span>
        <select value={fact} onChange={(event) => onChange(fitting(event.target.value as FactName, is))}>
          {FACT_NAMES.map((name) => (
            <option key={name} value={name}>
              {FACT_LABELS[name]}
            </option>
          ))}
        </select>
      </label>
      <label className={css.field}>
        <span>Comparación</span>
        <select
          value={is}
          onChange={(event) => onChange(fitting(fact, event.target.value as Condition['is']))}
        >
          {OPERATORS.filter((each) => FACTS[fact] === 'number' || each === 'equal').map((each) => (
            <option key={each} value={each}>
              {OPERATOR_LABELS[each]}
            </option>
          ))}
        </select>
      </label>
      {FACTS[fact] === 'word' ? (
        <label className={css.field}>
          <span>Valor</span>
          <select value={String(than)} onChange={(event) => onChange({ fact, is, than: event.target.value })}>
            {BUREAU_WORDS.map((word) => (
              <option key={word} value={word}>
                {BUREAU_LABELS[word]}
              </option>
            ))}
          </select>
        </label>
      ) : is === 'outside' ? (
        <>
          <NumberField label="Desde" value={low} onChange={(value) => pair([value, high])} />
          <NumberField label="Hasta" value={high} onChange={(value) => pair([low, value])} />
        </>
      ) : (
        <NumberField
          label="Valor"
          value={Number(than)}
          onChange={(value) => onChange({ fact, is, than: value })}
        />
      )}
      <TextButton name="Quitar la condición" of={FACT_LABELS[fact]} onClick={() => onChange(undefined)} />
    </div>
  );
}

function NumberField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input type="number" value={value} onChange={(event) => onChange(Number(event.target.value))} />
    </label>
  );
}
