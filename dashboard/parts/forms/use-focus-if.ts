import { useEffect, useRef } from 'react'

/** Focuses a field that the URL names. */
export const useFocusIf = (isFocused: boolean) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isFocused) return
    // Runs after the shell focuses the screen on navigation.
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [isFocused])
  return field
}
