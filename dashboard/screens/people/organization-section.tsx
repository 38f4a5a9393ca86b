import { Group, Stack, Title } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import type { SignedInPerson } from '../../app/session/person.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { InviteForm } from './invite-form.tsx'
import { MemberTable } from './member-table.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { RefundLimits } from './refund-limit.tsx'
import { SecondFactorRequirement } from './second-factor-requirement.tsx'

export const OrganizationSection = ({
  organization,
  me,
}: {
  organization: Schemas['Organization']
  me: SignedInPerson
}) => {
  const texts = useTexts().people
  const filter = { organization_id: organization.id, limit: 50 }
  return (
    <Stack gap="lg" component="section">
      <Group justify="space-between">
        <Title order={2}>
          <bdi>{organization.name}</bdi>
        </Title>
        <DialogButton text={texts.invite} title={texts.invitation.title}>
          {(close) => <InviteForm organization={organization} close={close} />}
        </DialogButton>
      </Group>
      <PageList pages={usePages(pagesQuery('/operator/v1/people', filter))}>
        {(members) => <MemberTable members={members} organization={organization} me={me} />}
      </PageList>
      <OpenInvitations organization={organization} />
      <SecondFactorRequirement organization={organization} />
      <RefundLimits organization={organization} />
    </Stack>
  )
}
