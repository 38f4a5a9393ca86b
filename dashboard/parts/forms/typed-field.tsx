import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

export type FieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string | undefined
  set: (value: string | undefined) => void
}

export const DateField = ({ value, set, ...field }: FieldProps) => (
  <TextInput
    type="date"
    value={value ?? ''}
    onChange={(event) => set(event.currentTarget.value || undefined)}
    {...field}
  />
)

/** Debounced text input. */
export const TypedField = ({ value, set, ...field }: FieldProps) => {
  const [typed, setTyped] = useState(value ?? '')
  const applied = useRef(value ?? '')
  // The URL changed otherwise, as by a saved view.
  useEffect(() => {
    if ((value ?? '') === applied.current) return
    applied.current = value ?? ''
    setTyped(value ?? '')
  }, [value])
  useEffect(() => {
    const text = typed.trim()
    if (text === applied.current) return
    const timer = setTimeout(() => {
      applied.current = text
      set(text || undefined)
    }, 350)
    return () => clearTimeout(timer)
  }, [typed, set])
  return (
    <TextInput
      {...field}
      value={typed}
      maxLength={191}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
