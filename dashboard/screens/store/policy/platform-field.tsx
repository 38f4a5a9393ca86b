import { Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Names, nameOf } from '../../../app/language.ts'
import type { PlatformDecision } from './platform-decisions.ts'
import { wholeOf } from './policy-draft.ts'

export interface DecisionWords {
  label: string
  hint?: string
  options?: Names
}

export const PlatformField = ({
  decision,
  words,
  value,
  set,
}: {
  decision: PlatformDecision
  words: DecisionWords | undefined
  value: unknown
  set: (value: unknown) => void
}) => {
  const shared = { label: words?.label ?? decision.name, description: words?.hint }
  const text = value === undefined ? '' : String(value)
  switch (decision.kind) {
    case 'switch':
      return (
        <Switch
          {...shared}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Options
          {...shared}
          options={decision.options.map((name) => [name, nameOf(words?.options ?? {}, name)])}
          value={String(value ?? '')}
          onChange={set}
        />
      )
    case 'names':
      return (
        <Textarea
          {...shared}
          autosize
          value={Array.isArray(value) ? value.join('\n') : String(value ?? '')}
          onChange={(event) => set(event.currentTarget.value.split('\n'))}
        />
      )
    case 'whole':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          w={{ base: '100%', sm: 320 }}
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value
            const whole = wholeOf(typed)
            set(typed.trim() === '' ? undefined : Number.isNaN(whole) ? typed : whole)
          }}
        />
      )
    case 'text':
      return (
        <TextInput
          {...shared}
          maxLength={191}
          value={text}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      )
  }
}

export const Options = ({
  options,
  ...group
}: {
  label: string
  description?: ReactNode
  options: readonly (readonly [value: string, label: string])[]
  value: string
  onChange: (value: string) => void
}) => (
  <Radio.Group {...group}>
    <Stack gap="xs" mt="xs">
      {options.map(([value, label]) => (
        <Radio key={value} value={value} label={label} />
      ))}
    </Stack>
  </Radio.Group>
)
