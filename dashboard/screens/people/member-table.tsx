import { Button, Select, Text } from '@mantine/core'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import type { MemberRole, SignedInPerson } from '../../app/session/person.ts'
import { useConfirmation } from '../../parts/forms/act-button.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { RowTable } from '../../parts/row-table.tsx'
import { pickOneOf } from '../../parts/search.ts'
import { Moment } from '../../parts/values/moment.tsx'

export const MEMBER_ROLES: readonly MemberRole[] = ['owner', 'operator', 'viewer']

type Member = Schemas['Member']

export const MemberTable = ({
  members,
  organization,
  me,
}: {
  members: readonly Member[]
  organization: Schemas['Organization']
  me: SignedInPerson
}) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people
  return (
    <RowTable
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          name: texts.name,
          cell: ({ id, name, email, second_factor: hasFactor }) => (
            <div>
              <Text fw={700}>
                <bdi>{name}</bdi>
                {id === me.id ? ` (${texts.you})` : ''}
              </Text>
              <Text size="xs" c="dimmed">
                <bdi>{email}</bdi>
              </Text>
              <Text size="xs" c="dimmed">
                {format(texts.secondFactor.of, { on: hasFactor ? 'yes' : 'no' })}
              </Text>
            </div>
          ),
        },
        {
          name: texts.role,
          cell: (member) => (
            <RoleSelect member={member} organization={organization} isMe={member.id === me.id} />
          ),
        },
        { name: texts.since, cell: ({ since }) => <Moment at={since} /> },
        {
          name: '',
          ta: 'end',
          cell: (member) => <RemoveButton member={member} organization={organization} />,
        },
      ]}
    />
  )
}

interface OfMember {
  member: Member
  organization: Schemas['Organization']
}

const RoleSelect = ({ member, organization, isMe }: OfMember & { isMe: boolean }) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people
  const confirm = useConfirmation()
  const change = useAction(use.useMutation('patch', '/operator/v1/people/{id}'), texts.roleChanged)
  const choose = (role: MemberRole | undefined) => {
    if (!role || role === member.role) return
    const set = () =>
      change.run({
        params: { path: { id: member.id } },
        body: { organization_id: organization.id, role },
      })
    if (!isMe) return set()
    confirm({ title: texts.ownTitle, text: texts.ownText, confirm: texts.ownConfirm }, set)
  }
  return (
    <Select
      aria-label={format(texts.roleOf, { name: member.name })}
      w={160}
      allowDeselect={false}
      disabled={change.isPending}
      data={MEMBER_ROLES.map((value) => ({ value, label: texts.roles[value] }))}
      value={member.role}
      onChange={(value) => choose(pickOneOf(MEMBER_ROLES, value))}
    />
  )
}

const RemoveButton = ({ member, organization }: OfMember) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people
  const confirm = useConfirmation()
  const remove = useAction(use.useMutation('delete', '/operator/v1/people/{id}'), texts.removed)
  const question = {
    title: format(texts.removeTitle, { name: member.name }),
    text: format(texts.removeText, { organization: organization.name }),
    confirm: texts.remove,
  }
  const params = { path: { id: member.id }, query: { organization_id: organization.id } }
  return (
    <Button
      variant="default"
      aria-label={format(texts.removeOf, { name: member.name })}
      loading={remove.isPending}
      onClick={() => confirm(question, () => remove.run({ params }))}
    >
      {texts.remove}
    </Button>
  )
}
