import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { canBeWebhookSecret, WebhookSecretInput } from '../../parts/forms/webhook-secret-input.tsx'
import { PortalLink } from '../../parts/values/portal-link.tsx'

type Store = Schemas['WholeStore']

/** Replaces the signing secret; the previous one stays valid for a day. */
export const WebhookSecret = ({ store, isFocused }: { store: Store; isFocused: boolean }) => {
  const texts = useTexts()
  const [secret, setSecret] = useState('')
  const [allowShort, setAllowShort] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const mutation = use.useMutation('post', '/operator/v1/stores/{id}/secrets/webhook-secret/rotate')
  const act = useFormAction(mutation, {
    done: texts.store.webhooks.secretSaved,
    after: () => {
      setSecret('')
      setAllowShort(false)
    },
  })
  const canSend = canBeWebhookSecret(secret, { allowShort })
  useEffect(() => {
    if (!isFocused) return
    // The shell focuses the screen on navigation: run after it.
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [isFocused])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!canSend) return
        act.run({
          params: { path: { id: store.id } },
          body: { webhook_secret: secret.trim(), ...(allowShort ? { allow_short: true } : {}) },
        })
      }}
    >
      <Stack gap="sm">
        <WebhookSecretInput
          ref={field}
          label={texts.store.webhooks.secret}
          description={texts.store.webhooks.secretHint}
          placeholder={store.secrets.webhook_secret?.hint}
          value={secret}
          allowShort={allowShort}
          onAllowShort={setAllowShort}
          error={act.errors.webhook_secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <FormFailure act={act} fields={['webhook_secret']} />
        <Group gap="md">
          <Button type="submit" loading={act.isPending} disabled={!canSend}>
            {texts.store.webhooks.saveSecret}
          </Button>
          <PortalLink />
        </Group>
      </Stack>
    </form>
  )
}
