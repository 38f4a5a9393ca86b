import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Moment } from '../../parts/values/moment.tsx'

export const OpenInvitations = ({ organization }: { organization: Schemas['Organization'] }) => {
  const texts = useTexts().people
  const { invitations } = organization
  if (invitations.length === 0) return null
  return (
    <div>
      <Title order={3}>{texts.invitation.open}</Title>
      <Stack component="ul" className="bare lines" gap={0} mt="xs">
        {invitations.map((each) => (
          <Waiting key={each.id} invitation={each} organizationId={organization.id} />
        ))}
      </Stack>
    </div>
  )
}

const Waiting = ({
  invitation,
  organizationId,
}: {
  invitation: Schemas['Organization']['invitations'][number]
  organizationId: string
}) => {
  const { format } = useLanguage()
  const texts = useTexts().people
  const act = useAction(
    use.useMutation('delete', '/operator/v1/invitations/{id}'),
    texts.invitation.invitationCancelled,
  )
  const whom = invitation.email ?? texts.invitation.withoutAddress
  return (
    <li>
      <Group justify="space-between">
        <div>
          <Text>
            <bdi>{whom}</bdi>
          </Text>
          <Text size="xs" c="dimmed">
            {texts.roles[invitation.role]} · {texts.invitation.ends}{' '}
            <Moment at={invitation.expires_at} />
          </Text>
        </div>
        <Button
          variant="default"
          aria-label={format(texts.invitation.cancelInvitationOf, { email: whom })}
          loading={act.isPending}
          onClick={() =>
            act.run({
              params: {
                path: { id: invitation.id },
                query: { organization_id: organizationId },
              },
            })
          }
        >
          {texts.invitation.cancelInvitation}
        </Button>
      </Group>
    </li>
  )
}
