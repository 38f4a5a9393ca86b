import { textsBeside } from '../../app/language.tsx'

const en = {
  health: {
    title: 'Health',
    store: 'Store',
    allStores: 'All',
    installation: {
      noWrites:
        'PostgreSQL takes no writes: its disk is full, or it is read-only. Deliveries are refused and come again; ask your Puente administrator.',
      stuck: 'The worker makes no progress. Ask your Puente administrator.',
      keys: 'Sealing keys are missing: some secrets cannot be opened. Ask your Puente administrator.',
      redis: 'Redis does not answer: refunds and other tasks wait. Ask your Puente administrator.',
    },
    none: 'There is no store yet.',
    summary: (stores: number, failing: number) => {
      if (failing > 0) {
        return stores === 1
          ? 'Something does not work as it should.'
          : `${failing} of ${stores} stores need a look. They come first.`
      }
      return stores === 1 ? 'Everything works.' : `Everything works in all ${stores} stores.`
    },
    alerts: (count: number) => (count === 1 ? '1 open alert' : `${count} open alerts`),
    gateway: 'Gateway account',
    storefront: 'Storefront',
    reach: {
      closed: 'Answers',
      failing: 'Fails',
      open: 'Does not answer',
      half_open: 'Being tried',
      paused: 'Paused',
    },
    reachMeans: {
      closed: 'What Puente sends is taken.',
      failing: 'It failed lately. Puente goes on trying.',
      open: 'Puente leaves it alone for a while, and then tries again by itself. Nothing is lost.',
      half_open: 'One task tries whether it answers again; the others follow.',
      paused:
        'It has failed for so long that Puente waits for a person. Nothing is lost: “Try now” sends all of it.',
    },
    since: 'Began',
    until: 'Next try',
    waiting: 'What waits',
    waitingCount: (orders: number, tasks: number) =>
      `${orders === 1 ? '1 order' : `${orders} orders`}, ${tasks === 1 ? '1 task' : `${tasks} tasks`}`,
    lastError: 'Last answer',
    tryNow: 'Try now',
    tried: 'Puente tries it now. What waits follows as soon as it answers.',
    webhooks: 'Webhooks of the gateway',
    webhookStates: {
      arriving: 'Arriving',
      refused: 'Last one refused',
      failing: 'Not arriving',
      not_known: 'None yet',
    },
    nothingArrived:
      'None has come yet. The first one comes with the first payment, if the gateway knows the address.',
    lastAccepted: 'Last accepted',
    lastRefused: 'Last refused',
    refusals: {
      missing: 'not signed',
      malformed: 'signature not readable',
      wrong: 'signed with another secret',
      'too-old': 'signed too long ago',
      'from-the-future': 'signed in the future',
      'former-secret': 'signed with a former secret of this store',
      'other-store': 'signed with the secret of another store',
    } as Record<string, string>,
    test: 'Test the way',
    tested: 'The test has ended.',
    passed: {
      true: 'Webhooks arrive: our own event came through, and so do the gateway’s.',
      false: 'Webhooks do not arrive as they should.',
      null: 'Our own event came through. Nothing says yet whether the gateway’s do.',
    },
    stages: {
      dns: 'Name found',
      connection: 'Connected',
      tls: 'Encrypted',
      answer: 'Answered',
      signature: 'Signature right',
      inbox: 'Written down',
      worker: 'Handled',
    },
    stageStates: { passed: 'passed', stopped: 'stopped here', unknown: 'did not come so far' },
    /** Where the store speaks another language than the reader. */
    verdicts: {
      arriving: 'The gateway’s events arrive.',
      failing: 'The gateway’s events do not arrive.',
      not_known: 'There is nothing to judge by yet.',
      refused:
        'Deliveries are refused: their signature does not fit the secret that Puente has. If they are the gateway’s, copy the signing secret in its portal, and paste it into the settings of the store.',
      wrong_secret:
        'The gateway signs with another secret than the one that Puente has. Copy the signing secret in the gateway’s portal, and paste it into the settings of the store.',
      clock:
        'The clock of this server and that of the gateway differ. Set the clock of this server.',
      nothing_arrives:
        'Payments changed, and no event came. Enter the address below in the gateway’s portal.',
    },
    evidence: 'What the gateway has really delivered',
    acceptedInDay: 'Accepted in 24 hours',
    refusedInDay: 'Refused in 24 hours',
    neverCame: 'Changes whose event never came',
    secondsOff: (seconds: number) =>
      seconds >= 0 ? `${seconds} s before our time` : `${-seconds} s after our time`,
    warnings: {
      not_https: 'The gateway delivers to https addresses only.',
      not_public: 'The gateway reaches public addresses only; this one is not.',
    },
    storeSettings: 'Open the store settings',
    took: (ms: number) => `took ${ms} ms`,
    queue: 'Queue',
    queueStates: { moving: 'Moves', late: 'Late', given_up: 'Given up' },
    nothingWaits: 'Nothing waits.',
    oldestEvent: 'Oldest event that waits',
    oldestTask: 'Oldest task that is due',
    deadTasks: 'Tasks that were given up',
    reconciliation: 'Last reconciliation',
    runStates: {
      none: 'None yet',
      running: 'Under way',
      stopped: 'Stopped',
      done: 'Done',
      failed: 'Failed',
    },
    noRun: 'The first one comes in the night.',
    began: 'Began',
    ended: 'Ended',
    found: 'What it found',
    hide: 'Hide',
    days: 'Days',
    paymentsCompared: 'Payments compared',
    ordersCompared: 'Orders compared',
    repaired: 'Repaired',
    forPerson: 'For a person',
    report: 'Report',
    openReport: 'Open the report',
  },
}

const es: typeof en = {
  health: {
    title: 'Estado',
    store: 'Comercio',
    allStores: 'Todos',
    installation: {
      noWrites:
        'PostgreSQL no acepta escrituras: su disco está lleno o es de solo lectura. Las entregas se rechazan y llegan otra vez; pregunte a su administrador de Puente.',
      stuck: 'El trabajador no avanza. Pregunte a su administrador de Puente.',
      keys: 'Faltan claves de sellado: algunos secretos no se pueden abrir. Pregunte a su administrador de Puente.',
      redis:
        'Redis no responde: los reembolsos y otras tareas esperan. Pregunte a su administrador de Puente.',
    },
    none: 'Todavía no hay ningún comercio.',
    summary: (stores, failing) => {
      if (failing > 0) {
        return stores === 1
          ? 'Algo no funciona como debe.'
          : `${failing} de ${stores} comercios necesitan una mirada. Aparecen primero.`
      }
      return stores === 1 ? 'Todo funciona.' : `Todo funciona en los ${stores} comercios.`
    },
    alerts: (count) => (count === 1 ? '1 alerta abierta' : `${count} alertas abiertas`),
    gateway: 'Cuenta en la pasarela',
    storefront: 'Tienda',
    reach: {
      closed: 'Responde',
      failing: 'Falla',
      open: 'No responde',
      half_open: 'Se prueba',
      paused: 'En pausa',
    },
    reachMeans: {
      closed: 'Recibe lo que Puente envía.',
      failing: 'Falló hace poco. Puente sigue intentando.',
      open: 'Puente la deja en paz un rato y luego intenta de nuevo por su cuenta. Nada se pierde.',
      half_open: 'Una tarea prueba si ya responde; las demás siguen.',
      paused:
        'Falló tanto tiempo que Puente espera a una persona. Nada se pierde: «Intentar ahora» lo envía todo.',
    },
    since: 'Empezó',
    until: 'Próximo intento',
    waiting: 'En espera',
    waitingCount: (orders, tasks) =>
      `${orders === 1 ? '1 pedido' : `${orders} pedidos`}, ${tasks === 1 ? '1 tarea' : `${tasks} tareas`}`,
    lastError: 'Última respuesta',
    tryNow: 'Intentar ahora',
    tried: 'Puente lo intenta ahora. Lo que espera sigue en cuanto responda.',
    webhooks: 'Webhooks de la pasarela',
    webhookStates: {
      arriving: 'Llegan',
      refused: 'Último rechazado',
      failing: 'No llegan',
      not_known: 'Ninguno aún',
    },
    nothingArrived:
      'Todavía no ha llegado ninguno. El primero llega con el primer pago, si la pasarela conoce la dirección.',
    lastAccepted: 'Último aceptado',
    lastRefused: 'Último rechazado',
    refusals: {
      missing: 'sin firma',
      malformed: 'firma ilegible',
      wrong: 'firmado con otro secreto',
      'too-old': 'firmado hace demasiado',
      'from-the-future': 'firmado en el futuro',
      'former-secret': 'firmado con un secreto anterior de este comercio',
      'other-store': 'firmado con el secreto de otro comercio',
    },
    test: 'Probar el camino',
    tested: 'La prueba terminó.',
    passed: {
      true: 'Los webhooks llegan: nuestro propio evento pasó, y los de la pasarela también.',
      false: 'Los webhooks no llegan como deben.',
      null: 'Nuestro propio evento pasó. Todavía no se sabe si los de la pasarela llegan.',
    },
    stages: {
      dns: 'Nombre encontrado',
      connection: 'Conectado',
      tls: 'Cifrado',
      answer: 'Respondido',
      signature: 'Firma correcta',
      inbox: 'Anotado',
      worker: 'Atendido',
    },
    stageStates: { passed: 'pasó', stopped: 'se detuvo aquí', unknown: 'no llegó hasta aquí' },
    verdicts: {
      arriving: 'Los eventos de la pasarela llegan.',
      failing: 'Los eventos de la pasarela no llegan.',
      not_known: 'Todavía no hay con qué juzgar.',
      refused:
        'Se rechazan entregas: su firma no corresponde al secreto que tiene Puente. Si son de la pasarela, copie el secreto de firma en su portal y péguelo en los ajustes del comercio.',
      wrong_secret:
        'La pasarela firma con otro secreto que el que tiene Puente. Copie el secreto de firma en el portal de la pasarela y péguelo en los ajustes del comercio.',
      clock:
        'El reloj de este servidor y el de la pasarela no coinciden. Ajuste el reloj de este servidor.',
      nothing_arrives:
        'Hubo cambios en pagos y no llegó ningún evento. Escriba la dirección de abajo en el portal de la pasarela.',
    },
    evidence: 'Lo que la pasarela ha entregado de verdad',
    acceptedInDay: 'Aceptados en 24 horas',
    refusedInDay: 'Rechazados en 24 horas',
    neverCame: 'Cambios cuyo evento nunca llegó',
    secondsOff: (seconds) =>
      seconds >= 0 ? `${seconds} s antes de nuestra hora` : `${-seconds} s después de nuestra hora`,
    warnings: {
      not_https: 'La pasarela solo entrega a direcciones https.',
      not_public: 'La pasarela solo alcanza direcciones públicas; esta no lo es.',
    },
    storeSettings: 'Ajustes del comercio',
    took: (ms) => `tomó ${ms} ms`,
    queue: 'Cola',
    queueStates: { moving: 'Avanza', late: 'Atrasada', given_up: 'Abandonadas' },
    nothingWaits: 'Nada espera.',
    oldestEvent: 'Evento más antiguo en espera',
    oldestTask: 'Tarea más antigua por hacer',
    deadTasks: 'Tareas abandonadas',
    reconciliation: 'Última conciliación',
    runStates: {
      none: 'Ninguna aún',
      running: 'En curso',
      stopped: 'Detenida',
      done: 'Terminada',
      failed: 'Fallida',
    },
    noRun: 'La primera llega en la noche.',
    began: 'Empezó',
    ended: 'Terminó',
    found: 'Qué encontró',
    hide: 'Ocultar',
    days: 'Días',
    paymentsCompared: 'Pagos comparados',
    ordersCompared: 'Pedidos comparados',
    repaired: 'Reparados',
    forPerson: 'Para una persona',
    report: 'Informe',
    openReport: 'Abrir el informe',
  },
}

export const useTexts = textsBeside({ en, es })
