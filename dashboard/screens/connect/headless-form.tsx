import { Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { SecretInput } from '../../parts/forms/secret-input.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { canBeWebhookSecret, WebhookSecretInput } from '../../parts/forms/webhook-secret-input.tsx'
import { useStores } from '../../parts/stores/store-name.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { PortalLink } from '../../parts/values/portal-link.tsx'
import { isStoreId, suggestedId } from './suggest-id.ts'
import { type TestedKey, useTestedKey } from './use-tested-key.ts'

const FIELDS = ['id', 'name', 'secret_key', 'publishable_key', 'webhook_secret'] as const
const MORE_FIELDS = ['notify_url', 'orders_url', 'organization_id'] as const

/** Checks keys while the user types and on submit. */
export const HeadlessForm = ({
  connected,
}: {
  connected: (answer: Schemas['ConnectedStore']) => void
}) => {
  const { texts, language } = useLanguage()
  const words = texts.connect.headless
  const [fields, setFields] = useState({
    name: '',
    secret_key: '',
    publishable_key: '',
    webhook_secret: '',
    notify_url: '',
    orders_url: '',
  })
  const [allowShort, setAllowShort] = useState(false)
  const [ownId, setOwnId] = useState<string>()
  const [locale, setLocale] = useState<'es' | 'en'>(language)
  const [organization, setOrganization] = useState<string>()
  const tested = useTestedKey(fields.secret_key)
  const act = useFormAction(use.useMutation('post', '/operator/v1/stores'), { after: connected })
  const id = ownId ?? suggestedId(fields.name)
  const isIdWrong = id !== '' && !isStoreId(id)
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: act.errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })
  const text = (name: keyof typeof fields) => fields[name].trim()
  const canSend =
    text('name') !== '' &&
    isStoreId(id) &&
    text('secret_key') !== '' &&
    canBeWebhookSecret(fields.webhook_secret, { allowShort }) &&
    tested.state !== 'wrong'
  return (
    <Form
      submit={() =>
        act.run({
          body: {
            id,
            locale,
            name: text('name'),
            secret_key: text('secret_key'),
            publishable_key: text('publishable_key') || null,
            webhook_secret: text('webhook_secret'),
            notify_url: text('notify_url') || null,
            orders_url: text('orders_url') || null,
            ...(allowShort ? { allow_short: true } : {}),
            ...(organization ? { organization_id: organization } : {}),
          },
        })
      }
      send={words.connect}
      isPending={act.isPending}
      canSend={canSend}
      size="md"
      gap="lg"
    >
      <ol className="steps">
        <FormStep title={words.shop}>
          <TextInput
            required
            label={words.name}
            description={words.nameHint}
            maxLength={191}
            {...field('name')}
          />
          <TextInput
            required
            className="mono"
            label={words.id}
            description={words.idHint}
            maxLength={40}
            spellCheck={false}
            value={id}
            error={isIdWrong ? words.idWrong : act.errors.id}
            onChange={(event) => setOwnId(event.currentTarget.value)}
          />
          {act.errors.organization_id || organization ? (
            <Organization
              chosen={organization}
              choose={setOrganization}
              error={organization ? undefined : act.errors.organization_id}
            />
          ) : null}
          <Select
            label={words.language}
            allowDeselect={false}
            data={[
              { value: 'es', label: 'Español' },
              { value: 'en', label: 'English' },
            ]}
            value={locale}
            onChange={(chosen) => setLocale(chosen === 'en' ? 'en' : 'es')}
          />
        </FormStep>
        <FormStep title={words.gateway}>
          <PortalLink />
          <Copyable label={words.register} value={useWebhookAddress(id)} />
          {window.location.protocol === 'https:' ? null : (
            <Text size="xs" c="dimmed">
              {words.notPublic}
            </Text>
          )}
          <WebhookSecretInput
            required
            label={words.webhookSecret}
            description={words.webhookSecretHint}
            {...field('webhook_secret')}
            allowShort={allowShort}
            onAllowShort={setAllowShort}
          />
          <div>
            <SecretInput
              required
              label={words.secretKey}
              description={words.secretKeyHint}
              {...field('secret_key')}
              error={tested.state === 'wrong' ? tested.message : act.errors.secret_key}
            />
            <KeyNote tested={tested} />
          </div>
          <TextInput
            className="mono"
            label={words.publishableKey}
            description={words.publishableKeyHint}
            maxLength={191}
            autoComplete="off"
            spellCheck={false}
            {...field('publishable_key')}
          />
        </FormStep>
        <FormStep title={words.getsNotifications} about={words.getsNotificationsHint}>
          <TextInput
            type="url"
            label={words.notify}
            description={words.notifyHint}
            placeholder="https://"
            maxLength={2_000}
            {...field('notify_url')}
          />
          <TextInput
            type="url"
            label={words.orders}
            description={words.ordersHint}
            placeholder="https://"
            maxLength={2_000}
            {...field('orders_url')}
          />
        </FormStep>
      </ol>
      <FormFailure act={act} fields={[...FIELDS, ...MORE_FIELDS]} />
    </Form>
  )
}

/** Derives the address from an existing store, else from this page. */
const useWebhookAddress = (id: string): string => {
  const [known] = useStores()
  const base = known?.webhook_url.slice(0, -known.id.length)
  return `${base ?? `${window.location.origin}/webhooks/gateway/`}${id || '…'}`
}

export const FormStep = ({
  title,
  about,
  isDone = false,
  children,
}: {
  title: string
  about?: string
  isDone?: boolean
  children: ReactNode
}) => (
  <li data-done={isDone}>
    <Stack gap="md" className="card section">
      <div>
        <Title order={2}>{title}</Title>
        {about ? <Text c="dimmed">{about}</Text> : null}
      </div>
      {children}
    </Stack>
  </li>
)

const KeyNote = ({ tested }: { tested: TestedKey }) => {
  const words = useTexts().connect.headless
  return (
    <Text size="xs" mt={4} role="status" className={tested.state === 'known' ? 'good' : ''}>
      {tested.state === 'asking' ? words.checkingKey : null}
      {tested.state === 'known' ? `✓ ${words.known[tested.environment]}` : null}
      {tested.state === 'unreachable' ? words.unreachable : null}
    </Text>
  )
}

/** The API requires an organization from owners of several. */
const Organization = ({
  chosen,
  choose,
  error,
}: {
  chosen: string | undefined
  choose: (id: string | undefined) => void
  error: string | undefined
}) => {
  const words = useTexts().connect.headless
  const people = use.useQuery('get', '/operator/v1/people', { params: { query: { limit: 100 } } })
  const ids = [...new Set(people.data?.data.map(({ organization_id: id }) => id) ?? [])]
  return (
    <Select
      required
      loading={people.isPending}
      label={words.organization}
      data={ids}
      value={chosen ?? null}
      error={error}
      onChange={(id) => choose(id ?? undefined)}
    />
  )
}
