import { Button, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '../../app/language.ts'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { useIsHere } from '../../parts/use-is-here.ts'
import { pagesOfAudit } from '../queries.ts'
import { type AuditSearch, auditExportPath, auditQueryOf } from './audit-search.ts'
import { useAuditTexts } from './audit-texts.ts'
import { Entry } from './entry.tsx'
import { AuditFilters } from './filters.tsx'

export const AuditScreen = () => {
  const texts = useTexts()
  const audit = useAuditTexts()
  const search = useSearch({ from: '/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const isHere = useIsHere()
  const change = (changed: AuditSearch) => {
    if (isHere()) void navigate({ search: changed, replace: true })
  }
  const isFiltered = Object.keys(auditQueryOf(search)).length > 0
  return (
    <Stack gap="lg" maw={1440}>
      <Link to="/people">{texts.sections.people}</Link>
      <Group justify="space-between">
        <ScreenTitle name={audit.title} />
        <Button component="a" href={auditExportPath(search)} variant="default" download>
          {audit.export}
        </Button>
      </Group>
      <Text c="dimmed">{audit.hint}</Text>
      <AuditFilters search={search} change={change} />
      <PageList
        pages={usePages(pagesOfAudit(search))}
        loading={<Text role="status">{texts.loading}</Text>}
        empty={<Text c="dimmed">{isFiltered ? audit.nothing : audit.none}</Text>}
      >
        {(entries) => (
          <ul className="bare lines">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} search={search} />
            ))}
          </ul>
        )}
      </PageList>
    </Stack>
  )
}
