import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { splitCurrencyMark } from '../../../src/domain/requests/currency-marks.ts'
import { parseTypedAmount, type TypedAmount } from '../../../src/domain/typed-amount.ts'
import { useTexts } from '../../app/language.ts'

/** Amount field: offers both readings of an ambiguous amount. */
export const AmountField = ({
  value,
  error,
  set,
}: {
  value: string
  error: string | undefined
  set: (amount: string) => void
}) => {
  const texts = useTexts().requests
  const read = readOf(value)
  const readings = read && !read.ok && read.reason === 'ambiguous' ? read.readings : []
  const isNoAmount = read && !read.ok && read.reason === 'not-a-decimal'
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.amount}
        description={texts.amountHint}
        size="xl"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        autoFocus
        value={value}
        error={error && isNoAmount ? texts.notAnAmount : error}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      {readings.length > 0 ? (
        <Group gap="sm" role="group" aria-label={texts.readAs}>
          <Text>{texts.readAs}</Text>
          {readings.map((reading) => (
            <Button key={reading} variant="default" onClick={() => set(reading)}>
              {reading}
            </Button>
          ))}
        </Group>
      ) : null}
    </Stack>
  )
}

const LEMPIRAS = currencyByCode('HNL')

const readOf = (typed: string): TypedAmount | undefined => {
  const { amount, currency } = splitCurrencyMark(typed)
  const known = currencyByCode(currency ?? '') ?? LEMPIRAS
  return known && parseTypedAmount(amount, known)
}
