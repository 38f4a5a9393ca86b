import { Button, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '../../app/language.ts'
import { Failed } from '../../parts/loaded.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { type AuditSearch, auditExportPath, auditQueryOf } from './audit-search.ts'
import { Entry } from './entry.tsx'
import { AuditFilters } from './filters.tsx'
import { pagesOfAudit } from './pages-of-audit.ts'

export const AuditScreen = () => {
  const texts = useTexts()
  const search = useSearch({ from: '/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const change = (changed: AuditSearch) => void navigate({ search: changed, replace: true })
  const query = auditQueryOf(search)
  const pages = usePages(...pagesOfAudit(search))
  return (
    <Stack gap="lg" maw={960}>
      <Link to="/people">{texts.sections.people}</Link>
      <Group justify="space-between">
        <ScreenTitle name={texts.audit.title} />
        <Button component="a" href={auditExportPath(search)} variant="default" download>
          {texts.audit.export}
        </Button>
      </Group>
      <Text c="dimmed">{texts.audit.hint}</Text>
      <AuditFilters search={search} change={change} />
      {pages.error ? (
        <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
      ) : pages.isPending ? (
        <Text role="status">{texts.loading}</Text>
      ) : pages.rows.length === 0 ? (
        <Text c="dimmed">
          {Object.keys(query).length > 0 ? texts.audit.nothing : texts.audit.none}
        </Text>
      ) : (
        <ul className="bare lines">
          {pages.rows.map((entry) => (
            <Entry key={entry.id} entry={entry} search={search} />
          ))}
        </ul>
      )}
      <MoreButton pages={pages} />
    </Stack>
  )
}
