import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

export interface TypedFieldProps {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
  isOff?: boolean
  description?: string
  error?: string | false
  inputMode?: 'decimal'
  width?: number
  own?: TextInputProps
}

/** Debounced text input. */
export const TypedField = ({
  value,
  set,
  isOff = false,
  width,
  own,
  ...shown
}: TypedFieldProps) => {
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
      {...shown}
      {...own}
      {...(width ? { w: width } : {})}
      disabled={isOff}
      value={typed}
      maxLength={191}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
