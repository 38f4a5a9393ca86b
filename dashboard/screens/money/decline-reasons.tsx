import { Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { declineInWords } from '../../../src/domain/decline-text.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { percentText } from './figures.ts'
import { type MoneySearch, showing } from './money-search.ts'
import type { MoneyOfCurrency } from './sums.ts'

export const DeclineReasons = ({
  money,
  search,
}: {
  money: MoneyOfCurrency
  search: MoneySearch
}) => {
  const texts = useTexts().money
  const { format, language } = useLanguage()
  const { currency, declineReasons: reasons, all } = money
  return (
    <section className="card figure">
      <Title order={2}>{texts.reasons}</Title>
      {reasons.length === 0 ? (
        <Text c="dimmed">{texts.noReasons}</Text>
      ) : (
        <Stack component="ul" className="bare" gap="sm">
          {reasons.map(({ code, count }) => {
            const share = count / Math.max(all.declined.count, 1)
            return (
              <li key={code}>
                <div className="ends">
                  <Link
                    to="/money"
                    search={{ ...showing(search, { show: 'declined', code }), currency }}
                    resetScroll={false}
                  >
                    <bdi>{declineInWords({ code }, language)}</bdi>
                  </Link>
                  <span>{format(texts.counts.declined, { count })}</span>
                </div>
                <div className="bar" aria-hidden="true">
                  <span style={{ width: `${share * 100}%` }} />
                </div>
                <Text size="xs" c="dimmed">
                  {format(texts.share, { percent: percentText(share, language) })}
                </Text>
              </li>
            )
          })}
        </Stack>
      )}
    </section>
  )
}
