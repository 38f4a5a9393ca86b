import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { nameOf } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Dotted } from '../../parts/values/dotted.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { useHealthTexts } from './health-texts.ts'
import { SelfTestResult } from './self-test.tsx'
import { Signal } from './signal.tsx'

/** Webhook state, with a self-test on demand. */
export const WebhooksSignal = ({
  health,
  locale,
}: {
  health: Schemas['StoreHealth']
  locale: string | undefined
}) => {
  const texts = useHealthTexts()
  const test = use.useMutation('post', '/operator/v1/stores/{id}/webhook-test')
  const act = useAction(test, texts.tested)
  const { accepted_at: accepted, refused_at: refused, refused_because: why } = health.webhooks_in
  const state = health.webhooks_in.verdict
  return (
    <Signal
      name={texts.webhooks}
      state={`webhooks_${state}`}
      word={texts.webhookStates[state]}
      act={
        <Button
          variant="default"
          loading={act.isPending}
          onClick={() => act.run({ params: { path: { id: health.store_id } } })}
        >
          {texts.test}
        </Button>
      }
      below={
        test.data ? (
          <SelfTestResult test={test.data} storeId={health.store_id} locale={locale} />
        ) : null
      }
    >
      {accepted || refused ? (
        <Facts
          className="known"
          facts={{
            [texts.lastAccepted]: accepted && (
              <Link to="/deliveries" search={{ store: health.store_id }}>
                <Moment at={accepted} />
              </Link>
            ),
            [texts.lastRefused]: refused && (
              <Dotted>
                <Moment at={refused} />
                {why ? nameOf(texts.refusals, why) : null}
              </Dotted>
            ),
          }}
        />
      ) : (
        <p>{texts.nothingArrived}</p>
      )}
    </Signal>
  )
}
