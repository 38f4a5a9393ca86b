/** Alters a signed body plausibly, so that only a signature check detects it. */
export const tampered = (body: string): string => {
  const event = JSON.parse(body) as { data: Record<string, unknown> }
  const { data } = event
  const lie =
    typeof data.total === 'number'
      ? { amount: data.total + 1, total: data.total + 1 }
      : { last_four: data.last_four === '0000' ? '0001' : '0000' }
  return JSON.stringify({ ...event, data: { ...data, ...lie } })
}
