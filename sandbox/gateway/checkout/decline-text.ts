import type { GatewayTexts } from '../locales/texts.ts'

export const declineText = (
  isoResponseCode: string | null,
  { declines }: Pick<GatewayTexts, 'declines'>,
): string => {
  const texts: Readonly<Record<string, string>> = declines
  return texts[isoResponseCode ?? ''] ?? declines.other
}
