import { Group, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { moneyText } from '../../../src/domain/money-text.ts'
import type { Schemas } from '../../app/api.ts'
import { type Names, nameOf, useLanguage } from '../../app/language.ts'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { Dotted } from '../../parts/values/dotted.tsx'
import { minuteLabel } from '../../parts/values/moment.tsx'
import { Raw } from '../../parts/values/raw.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import type { AuditSearch } from './audit-search.ts'
import { useAuditTexts } from './audit-texts.ts'

type AuditEntry = Schemas['AuditEntry']

const OUTCOME_TONES: Readonly<Record<string, string>> = {
  done: 'done',
  refused: 'waiting',
  failed: 'failed',
}

export const Entry = ({ entry, search }: { entry: AuditEntry; search: AuditSearch }) => {
  const texts = useAuditTexts()
  const { format, language } = useLanguage()
  const outcome = entry.outcome ?? 'unknown'
  const reasons: Names = texts.because
  const because = reasons[String(entry.request?.because)]
  const more = entry.outcome === 'refused' ? entry.request?.more : undefined
  return (
    <li>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text fw={700}>
          {nameOf(texts.actions, entry.action)} <Subject subject={entry.subject} />
        </Text>
        <StatusBadge state={OUTCOME_TONES[outcome] ?? 'quiet'} text={texts.outcomes[outcome]} />
      </Group>
      <Text size="xs" c="dimmed">
        <Dotted>
          <Actor actor={entry.actor} search={search} />
          <time dateTime={entry.at}>{minuteLabel(new Date(entry.at), language)}</time>
          {entry.from_address ? (
            <>
              {texts.address} <bdi className="code">{entry.from_address}</bdi>
            </>
          ) : null}
          {entry.store_id ? <StoreName id={entry.store_id} /> : null}
        </Dotted>
      </Text>
      <Changes before={entry.before} after={entry.after} />
      {typeof more === 'number' ? (
        <Text size="sm">{format(texts.more, { times: more })}</Text>
      ) : null}
      {because ? <Text size="sm">{because}</Text> : null}
      {entry.request && more === undefined && because === undefined ? (
        <Raw label={texts.request} text={JSON.stringify(entry.request)} />
      ) : null}
    </li>
  )
}

const Actor = ({ actor, search }: { actor: AuditEntry['actor']; search: AuditSearch }) => {
  const texts = useAuditTexts()
  const { id, name } = actor
  const actors: Names = texts.actors
  const kind = actors[actor.kind]
  const words =
    typeof name === 'string' ? [...(kind ? [kind] : []), name].join(' ') : (kind ?? actor.kind)
  if (typeof id !== 'string' || id === search.who) return <bdi>{words}</bdi>
  return (
    <Link to="/audit" search={{ ...search, who: id }}>
      <bdi>{words}</bdi>
    </Link>
  )
}

const Subject = ({ subject }: { subject: string | null }) => {
  if (subject === null) return null
  const [id = ''] = subject.split(' ')
  const screen = SCREENS_OF_SUBJECTS.find(({ ids }) => ids.test(id))
  if (!screen) return <bdi className="code subject">{subject}</bdi>
  return (
    <Link to={screen.to} params={{ id }} className="code subject">
      {subject}
    </Link>
  )
}

const SCREENS_OF_SUBJECTS = [
  { ids: /^ord_[0-9a-z]+$/, to: '/orders/$id' },
  { ids: /^rec_[0-9a-z]+$/, to: '/money/reconciliations/$id' },
] as const

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null
    ? undefined
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** Minor-unit field to currency field. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  limit_minor: 'currency',
  day_limit_minor: 'day_currency',
  amount_minor: 'currency',
}

const WHOLE_NUMBER = /^\d{1,15}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const useShown = () => {
  const { texts, language } = useLanguage()
  const values: Readonly<Record<string, Names>> = {
    ...useAuditTexts().values,
    role: texts.people.roles,
    environment: texts.environments,
    platform: texts.platforms,
    state: texts.refundStates,
  }
  return (name: string, value: unknown, all: AuditEntry['before']): string | undefined => {
    const text = textOf(value)
    if (text === undefined) return undefined
    const named = values[name]?.[text]
    if (named !== undefined) return named
    if (INSTANT.test(text)) return minuteLabel(new Date(text), language)
    const code = all?.[CURRENCY_OF[name] ?? '']
    const currency = typeof code === 'string' ? currencyByCode(code) : undefined
    if (!currency || !WHOLE_NUMBER.test(text)) return text
    return moneyText(formatMoney({ minor: BigInt(text), currency }), currency.code, language)
  }
}

const Changes = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>) => {
  const texts = useAuditTexts()
  const fields: Names = texts.fields
  const shown = useShown()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => textOf(before?.[name]) !== textOf(after?.[name]))
  if (changed.length === 0) return null
  return (
    <ul className="changes bare">
      {changed.map((name) => (
        <li key={name}>
          {fields[name] ?? <span className="code">{name}</span>}:{' '}
          {before === null ? null : (
            <>
              <del>
                <VisuallyHidden>{texts.before} </VisuallyHidden>
                <bdi>{shown(name, before[name], before) ?? texts.nothingThere}</bdi>
              </del>{' '}
              <span aria-hidden="true">→</span>{' '}
            </>
          )}
          <ins>
            <VisuallyHidden>{texts.after} </VisuallyHidden>
            <bdi>{shown(name, after?.[name], after) ?? texts.nothingThere}</bdi>
          </ins>
        </li>
      ))}
    </ul>
  )
}
