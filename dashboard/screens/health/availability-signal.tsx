import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Fact } from '../../parts/values/fact.tsx'
import { Moment, timeText } from '../../parts/values/moment.tsx'
import { Known, Signal } from './signal.tsx'

/** Circuit of a gateway account or storefront, with its outage and queued orders. */
export const AvailabilitySignal = ({
  name,
  availability,
  circuitId,
  circuitOf,
}: {
  name: string
  availability: Schemas['StoreHealth']['gateway_account']
  circuitId: string
  circuitOf: ReadonlyMap<string, Schemas['CircuitOfStore']>
}) => {
  const texts = useTexts().health
  const { format, language } = useLanguage()
  const circuit = circuitOf.get(circuitId)
  const { state } = availability
  return (
    <Signal
      name={name}
      state={`availability_${state}`}
      word={texts.availability[state]}
      act={state === 'closed' ? null : <TryNow circuitId={circuitId} />}
    >
      <p>{texts.availabilityMeans[state]}</p>
      {state === 'closed' ? null : (
        <Known>
          {availability.since ? (
            <Fact name={texts.since}>
              <Moment at={availability.since} />
            </Fact>
          ) : null}
          {circuit?.open_until ? (
            <Fact name={texts.until}>
              <time dateTime={circuit.open_until}>
                {timeText(new Date(circuit.open_until), language)}
              </time>
            </Fact>
          ) : null}
          {circuit ? (
            <Fact name={texts.waiting}>
              <Link
                to="/deliveries"
                search={{ tab: 'tasks', state: 'ready', store: circuit.store_id }}
              >
                {format(texts.waitingCount, {
                  orders: circuit.orders_waiting,
                  tasks: circuit.tasks_waiting,
                })}
              </Link>
            </Fact>
          ) : null}
          {availability.last_error ? (
            <Fact name={texts.lastError}>
              <bdi className="code">{availability.last_error}</bdi>
            </Fact>
          ) : null}
        </Known>
      )}
    </Signal>
  )
}

const TryNow = ({ circuitId }: { circuitId: string }) => {
  const texts = useTexts().health
  const act = useAction(use.useMutation('post', '/operator/v1/circuits/{id}/try'), texts.tried)
  return (
    <Button
      loading={act.isPending}
      onClick={() => act.run({ params: { path: { id: circuitId } } })}
    >
      {texts.tryNow}
    </Button>
  )
}
