import { Group, Stack, Text } from '@mantine/core'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { type SignedInPerson, usePerson } from '../../app/session/person.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { SecondFactor } from '../../parts/second-factor/second-factor.tsx'
import { useAdministers } from '../../parts/stores/use-administers.ts'
import { AccountSection } from './account.tsx'
import { OrganizationSection } from './organization-section.tsx'
import { Sessions } from './sessions.tsx'

/** Account for everyone, organizations for owners. */
export const PeopleScreen = () => {
  const texts = useTexts().people
  const person = usePerson()
  const isOwner = useAdministers() ?? false
  return (
    <Stack gap="xl" maw={960}>
      <Group justify="space-between">
        <ScreenTitle name={texts.title} />
        {isOwner ? (
          <LinkButton variant="default" to="/audit">
            {texts.auditLog}
          </LinkButton>
        ) : null}
      </Group>
      <Loaded query={person}>
        {(me) => (
          <>
            <AccountSection me={me} />
            <SecondFactor />
            <Sessions />
            {isOwner ? <Organizations me={me} /> : <Text c="dimmed">{texts.onlyOwners}</Text>}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

const Organizations = ({ me }: { me: SignedInPerson }) => {
  const organizations = use.useQuery('get', '/operator/v1/organizations', {})
  return (
    <Loaded query={organizations}>
      {({ data }) =>
        data.map((organization) => (
          <OrganizationSection key={organization.id} organization={organization} me={me} />
        ))
      }
    </Loaded>
  )
}
