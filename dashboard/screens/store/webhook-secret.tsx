import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFocusIf } from '../../parts/forms/use-focus-if.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { canBeWebhookSecret, WebhookSecretInput } from '../../parts/forms/webhook-secret-input.tsx'
import { PortalLink } from '../../parts/values/portal-link.tsx'
import { useStoreTexts } from './store-texts.ts'

type Store = Schemas['WholeStore']

/** Replaces the secret; the previous one stays valid for a day. */
export const WebhookSecret = ({ store, isFocused }: { store: Store; isFocused: boolean }) => {
  const ofStore = useStoreTexts()
  const [secret, setSecret] = useState('')
  const [allowShort, setAllowShort] = useState(false)
  const mutation = use.useMutation('post', '/operator/v1/stores/{id}/secrets/webhook-secret/rotate')
  const act = useFormAction(mutation, {
    done: ofStore.webhooks.secretSaved,
    after: () => {
      setSecret('')
      setAllowShort(false)
    },
  })
  return (
    <Form
      submit={() =>
        act.run({
          params: { path: { id: store.id } },
          body: { webhook_secret: secret.trim(), ...(allowShort ? { allow_short: true } : {}) },
        })
      }
      send={ofStore.webhooks.saveSecret}
      isPending={act.isPending}
      canSend={canBeWebhookSecret(secret, { allowShort })}
      others={<PortalLink />}
      gap="sm"
    >
      <WebhookSecretInput
        ref={useFocusIf(isFocused)}
        label={ofStore.webhooks.secret}
        description={ofStore.webhooks.secretHint}
        placeholder={store.secrets.webhook_secret?.hint}
        value={secret}
        allowShort={allowShort}
        onAllowShort={setAllowShort}
        error={act.errors.webhook_secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <FormFailure act={act} fields={['webhook_secret']} />
    </Form>
  )
}
