import {
  Button,
  Collapse,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLanguage } from '../../app/language.ts'
import { ASKED_FIELDS, type LinkDraft, NEEDS, type Need } from './link-draft.ts'

interface FieldsProps {
  draft: LinkDraft
  set: (changes: Partial<LinkDraft>) => void
  errors: Readonly<Record<string, string>>
  /** Fixed currency of an existing link. */
  currency?: string
}

/** Common fields of a link; the others are folded. */
export const LinkInputs = ({ draft, set, errors, currency }: FieldsProps) => {
  const { texts, format } = useLanguage()
  const words = texts.links
  const [isOpen, { toggle }] = useDisclosure()
  return (
    <>
      <TextInput
        data-autofocus
        required
        label={words.whatFor}
        description={words.whatForHint}
        maxLength={100}
        value={draft.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Radio.Group
        label={words.howMuch}
        value={draft.isFixed ? 'fixed' : 'open'}
        onChange={(chosen) => set({ isFixed: chosen === 'fixed' })}
      >
        <Group gap="md" mt="xs">
          <Radio value="fixed" label={words.fixed} />
          <Radio value="open" label={words.open} />
        </Group>
      </Radio.Group>
      {draft.isFixed ? (
        <AmountInput
          isRequired
          label={currency ? format(words.amount, { currency }) : words.newAmount}
          value={draft.amount}
          error={errors.amount}
          set={(amount) => set({ amount })}
        />
      ) : (
        <Group gap="sm" grow align="start">
          <AmountInput
            label={words.least}
            value={draft.least}
            error={errors.min_amount}
            set={(least) => set({ least })}
          />
          <AmountInput
            label={words.most}
            value={draft.most}
            error={errors.max_amount}
            set={(most) => set({ most })}
          />
        </Group>
      )}
      <TextInput
        inputMode="numeric"
        label={words.stock}
        description={words.stockHint}
        maxLength={6}
        value={draft.stock}
        error={errors.stock}
        onChange={(event) => set({ stock: event.currentTarget.value.replaceAll(/\D/g, '') })}
      />
      <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
        {words.moreOptions}
      </Button>
      <Collapse expanded={isOpen}>
        {isOpen ? <MoreFields draft={draft} set={set} errors={errors} /> : null}
      </Collapse>
    </>
  )
}

const AmountInput = ({
  label,
  value,
  error,
  isRequired = false,
  set,
}: {
  label: string
  value: string
  error: string | undefined
  isRequired?: boolean
  set: (value: string) => void
}) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    maxLength={40}
    required={isRequired}
    label={label}
    value={value}
    error={error}
    onChange={(event) => set(event.currentTarget.value)}
  />
)

const MoreFields = ({ draft, set, errors }: Omit<FieldsProps, 'currency'>) => {
  const { texts } = useLanguage()
  const words = texts.links
  const needOptions = NEEDS.map((need) => ({ value: need, label: words.needs[need] }))
  return (
    <Stack gap="md">
      <Textarea
        autosize
        minRows={2}
        label={words.description}
        maxLength={500}
        value={draft.description}
        error={errors.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Group gap="sm" grow align="start">
        <TextInput
          type="datetime-local"
          label={words.starts}
          value={draft.starts}
          error={errors.starts_at}
          onChange={(event) => set({ starts: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={words.ends}
          value={draft.ends}
          error={errors.ends_at}
          onChange={(event) => set({ ends: event.currentTarget.value })}
        />
      </Group>
      <fieldset className="bare">
        <legend>{words.ask}</legend>
        <Stack gap="xs">
          {ASKED_FIELDS.map((field) => (
            <NativeSelect
              key={field}
              label={words.fields[field]}
              data={needOptions}
              value={draft.needs[field]}
              onChange={({ currentTarget: { value } }) =>
                set({ needs: { ...draft.needs, [field]: value as Need } })
              }
            />
          ))}
        </Stack>
      </fieldset>
      <NativeSelect
        label={words.language}
        data={[
          { value: 'readers', label: words.readers },
          { value: 'es', label: 'Español' },
          { value: 'en', label: 'English' },
        ]}
        value={draft.language}
        onChange={({ currentTarget: { value } }) =>
          set({ language: value as LinkDraft['language'] })
        }
      />
    </Stack>
  )
}
