import { Button, Code, CopyButton, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import type { MemberRole } from '../../app/session/person.ts'
import { Form } from '../../parts/forms/form.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { Raw } from '../../parts/values/raw.tsx'
import { MEMBER_ROLES } from './member-table.tsx'

export const InviteForm = ({
  organization,
  close,
}: {
  organization: Schemas['Organization']
  close: () => void
}) => {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('operator')
  const { texts, format, language } = useLanguage()
  const [mailLanguage, setMailLanguage] = useState(language)
  const mutation = use.useMutation('post', '/operator/v1/organizations/{id}/invitations')
  const act = useAction(
    mutation,
    ({ email: to }) => format(texts.people.invitation.made, { email: to }),
    { isFailureShown: true },
  )
  if (mutation.data) return <MadeLink made={mutation.data} close={close} />
  return (
    <Form
      submit={() =>
        act.run({
          params: { path: { id: organization.id } },
          body: { email: email.trim(), role, language: mailLanguage },
        })
      }
      send={texts.people.invitation.send}
      isPending={act.isPending}
      close={close}
    >
      <TextInput
        label={texts.people.email}
        inputMode="email"
        autoComplete="off"
        required
        data-autofocus
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Radio.Group
        label={texts.people.role}
        value={role}
        onChange={(value) => setRole(MEMBER_ROLES.find((each) => each === value) ?? role)}
      >
        <Stack gap="xs" mt="xs">
          {MEMBER_ROLES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={texts.people.roles[each]}
              description={texts.people.rolesHint[each]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={texts.people.invitation.language}
        value={mailLanguage}
        onChange={(value) => setMailLanguage(value === 'en' ? 'en' : 'es')}
      >
        <Group gap="md" mt="xs">
          <Radio value="es" label="Español" lang="es" />
          <Radio value="en" label="English" lang="en" />
        </Group>
      </Radio.Group>
      <ProblemText error={mutation.error} />
    </Form>
  )
}

/** No later request returns the invitation link. */
const MadeLink = ({ made, close }: { made: Schemas['Invitation']; close: () => void }) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people.invitation
  return (
    <Stack gap="md">
      <Text fw={700}>
        <bdi>{format(texts.made, { email: made.email })}</bdi>
      </Text>
      <Text>{format(texts.mailOutcome, { outcome: made.mail.outcome, email: made.email })}</Text>
      {made.mail.detail ? <Raw label={texts.why} text={made.mail.detail} /> : null}
      <Text>
        {texts.once} <Moment at={made.expires_at} />
      </Text>
      <Code block className="code whole" data-link>
        {made.url}
      </Code>
      <Group gap="sm">
        <CopyButton value={made.url}>
          {({ copied, copy }) => (
            <Button onClick={copy} data-autofocus>
              {copied ? all.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={close}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  )
}
