import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { SecretInput } from '../../parts/forms/secret-input.tsx'
import { useFocusIf } from '../../parts/forms/use-focus-if.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

/** The server tries a new secret key at the gateway before replacing the old one. */
export const GatewayKeysSection = ({
  store,
  isFocused,
}: {
  store: Schemas['WholeStore']
  isFocused: boolean
}) => {
  const { texts, format } = useLanguage()
  const words = useStoreTexts().gateway
  const [secretKey, setSecretKey] = useState('')
  const [publishableKey, setPublishableKey] = useState('')
  const field = useFocusIf(isFocused)
  const act = useFormAction(
    use.useMutation('post', '/operator/v1/stores/{id}/secrets/secret-key/rotate'),
    {
      done: words.saved,
      after: () => {
        setSecretKey('')
        setPublishableKey('')
      },
    },
  )
  const publishable = publishableKey.trim()
  return (
    <StoreSection id="gateway" title={words.title}>
      <Form
        submit={() =>
          act.run({
            params: { path: { id: store.id } },
            body: {
              secret_key: secretKey.trim(),
              ...(publishable ? { publishable_key: publishable } : {}),
            },
          })
        }
        send={words.save}
        isPending={act.isPending}
        canSend={secretKey.trim() !== ''}
      >
        <Text c="dimmed">
          {format(words.about, {
            environment: texts.environments[store.environment],
          })}
        </Text>
        <SecretInput
          ref={field}
          label={words.secretKey}
          description={words.secretKeyHint}
          placeholder={store.secrets.secret_key?.hint ?? `sk_${store.environment}_…`}
          value={secretKey}
          error={act.errors.secret_key}
          onChange={(event) => setSecretKey(event.currentTarget.value)}
        />
        <TextInput
          className="mono"
          label={words.publishableKey}
          description={words.publishableKeyHint}
          placeholder={store.publishable_key ?? `pk_${store.environment}_…`}
          autoComplete="off"
          spellCheck={false}
          maxLength={191}
          value={publishableKey}
          error={act.errors.publishable_key}
          onChange={(event) => setPublishableKey(event.currentTarget.value)}
        />
        <FormFailure act={act} fields={['secret_key', 'publishable_key']} />
      </Form>
    </StoreSection>
  )
}
