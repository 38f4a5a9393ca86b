import { Button, Select, Table, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import type { MemberRole, SignedInPerson } from '../../app/session/person.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Moment } from '../../parts/values/moment.tsx'

export const MEMBER_ROLES: readonly MemberRole[] = ['owner', 'operator', 'viewer']

interface Props {
  members: readonly Schemas['Member'][]
  organization: Schemas['Organization']
  me: SignedInPerson
}

export const MemberTable = ({ members, organization, me }: Props) => {
  const texts = useTexts().people
  return (
    <Table className="rows" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.role}</Table.Th>
          <Table.Th>{texts.since}</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((member) => (
          <Member
            key={member.id}
            member={member}
            organization={organization}
            isMe={member.id === me.id}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Member = ({
  member,
  organization,
  isMe,
}: {
  member: Schemas['Member']
  organization: Schemas['Organization']
  isMe: boolean
}) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people
  const path = { id: member.id }
  const change = useAction(use.useMutation('patch', '/operator/v1/people/{id}'), texts.roleChanged)
  const remove = useAction(use.useMutation('delete', '/operator/v1/people/{id}'), texts.removed)
  const give = (role: MemberRole) =>
    change.run({ params: { path }, body: { organization_id: organization.id, role } })
  const choose = (role: MemberRole) => {
    if (role === member.role) return
    if (!isMe) return give(role)
    modals.openConfirmModal({
      title: texts.ownTitle,
      children: texts.ownText,
      labels: { confirm: texts.ownConfirm, cancel: all.cancel },
      confirmProps: { color: 'red' },
      onConfirm: () => give(role),
    })
  }
  const confirmRemoval = () =>
    modals.openConfirmModal({
      title: format(texts.removeTitle, { name: member.name }),
      children: format(texts.removeText, { organization: organization.name }),
      labels: { confirm: texts.remove, cancel: all.cancel },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        remove.run({ params: { path, query: { organization_id: organization.id } } }),
    })
  return (
    <Table.Tr>
      <Table.Td data-label={texts.name}>
        <div>
          <Text fw={700}>
            <bdi>{member.name}</bdi>
            {isMe ? ` (${texts.you})` : ''}
          </Text>
          <Text size="xs" c="dimmed">
            <bdi>{member.email}</bdi>
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label={texts.role}>
        <Select
          aria-label={format(texts.roleOf, { name: member.name })}
          w={160}
          allowDeselect={false}
          disabled={change.isPending}
          data={MEMBER_ROLES.map((value) => ({ value, label: texts.roles[value] }))}
          value={member.role}
          onChange={(value) => {
            const role = MEMBER_ROLES.find((each) => each === value)
            if (role) choose(role)
          }}
        />
      </Table.Td>
      <Table.Td data-label={texts.since}>
        <Moment at={member.since} />
      </Table.Td>
      <Table.Td ta="end">
        <Button
          variant="default"
          aria-label={format(texts.removeOf, { name: member.name })}
          loading={remove.isPending}
          onClick={confirmRemoval}
        >
          {texts.remove}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
