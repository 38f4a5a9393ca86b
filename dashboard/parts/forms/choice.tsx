import { Select, type SelectProps } from '@mantine/core'
import { type Names, nameOf, useTexts } from '../../app/language.ts'
import { pickOneOf } from '../search.ts'

/** Select of a filter, which can be cleared. */
export const Choice = <Value extends string>({
  values,
  names,
  value,
  set,
  ...select
}: Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  values: readonly Value[]
  names: Names
  value: Value | undefined
  set: (value: Value | undefined) => void
}) => {
  const texts = useTexts()
  return (
    <Select
      placeholder={texts.any}
      clearable
      data={values.map((each) => ({ value: each, label: nameOf(names, each) }))}
      value={value ?? null}
      onChange={(chosen) => set(pickOneOf(values, chosen))}
      {...select}
    />
  )
}
