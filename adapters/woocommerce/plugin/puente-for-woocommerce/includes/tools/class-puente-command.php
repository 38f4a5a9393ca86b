<?php
/**
 * Command line.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shows and follows up card payments through Puente.
 *
 * Exit codes: 0 for success, 1 for a failure, 2 if the outcome of some orders or of a refund is not
 * known yet.
 */
class Puente_Command {

	// The rest is not known yet.
	const PARTLY = 2;

	const ORDER_FIELDS = array( 'id', 'number', 'date', 'status', 'total', 'currency', 'payment', 'transaction', 'refunds_open' );
	const MOST_ORDERS  = 500;

	/**
	 * Asks the person at the terminal.
	 *
	 * @var callable
	 */
	public static $ask_person = array( __CLASS__, 'ask_person' );

	/**
	 * Asks at the terminal, beside the output that a program reads.
	 *
	 * @param string $question Question.
	 * @return string|false The answer; `false` without a terminal.
	 */
	public static function ask_person( $question ) {
		fwrite( STDERR, $question . ' [y/n] ' ); // phpcs:ignore WordPress.WP.AlternativeFunctions.file_system_operations_fwrite -- The terminal, not a file.
		return fgets( STDIN );
	}

	/**
	 * Shows the state of the connection.
	 *
	 * ## OPTIONS
	 *
	 * [--fresh]
	 * : Asks Puente first.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 * ---
	 *
	 * ## EXIT CODES
	 *
	 * 0 if payments work, 1 if they do not.
	 *
	 * ## EXAMPLES
	 *
	 *     wp puente status --format=json
	 *
	 * @param string[] $args  Positional arguments.
	 * @param array    $assoc Options.
	 */
	public function status( $args, $assoc ) {
		if ( ! empty( $assoc['fresh'] ) ) {
			Puente_Facts::refresh();
		}
		$rows = array();
		foreach ( Puente_Health::rows() as $name => $row ) {
			$rows[] = array(
				'name'  => $name,
				'value' => $row['value'],
				'good'  => null === $row['is_good'] ? '' : ( $row['is_good'] ? 'yes' : 'no' ),
			);
		}
		$this->show( $rows, array( 'name', 'value', 'good' ), $assoc );
		$is_critical = false;
		foreach ( Puente_Health::faults() as $fault ) {
			$is_critical = $is_critical || Puente_Health::CRITICAL === $fault['level'];
			WP_CLI::warning( $fault['words'] );
		}
		if ( $is_critical || Puente_Health::CONNECTED !== Puente_Health::connection() ) {
			WP_CLI::halt( 1 );
		}
	}

	/**
	 * Asks the gateway for unpaid card orders, and completes those that were paid.
	 *
	 * ## OPTIONS
	 *
	 * [<order>...]
	 * : Ids of orders. Default: all unpaid ones.
	 *
	 * [--days=<days>]
	 * : Age of the orders.
	 * ---
	 * default: 30
	 * ---
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 *   - count
	 * ---
	 *
	 * [--yes]
	 * : Asks no question.
	 *
	 * ## EXIT CODES
	 *
	 * 0 if Puente answered for each order, 1 on a failure or if the answer to the question is not yes,
	 * 2 if Puente did not answer for some.
	 *
	 * ## EXAMPLES
	 *
	 *     wp puente sync --yes
	 *     wp puente sync 1041 1042
	 *
	 * @param string[] $args  Positional arguments.
	 * @param array    $assoc Options.
	 */
	public function sync( $args, $assoc ) {
		$this->check_connection();
		$days = isset( $assoc['days'] ) ? $assoc['days'] : (string) Puente_Resync::DAYS;
		if ( ! ctype_digit( (string) $days ) || (int) $days < 1 || (int) $days > 3650 ) {
			WP_CLI::error( __( 'The days are a whole number from 1 to 3650.', 'puente-for-woocommerce' ) );
		}
		$ids = $args ? array_map( array( $this, 'read_id' ), $args ) : Puente_Resync::unpaid( (int) $days );
		if ( ! $ids ) {
			$this->show( array(), array( 'id', 'state' ), $assoc );
			$this->say( __( 'No card orders are unpaid.', 'puente-for-woocommerce' ), $assoc );
			return;
		}
		if ( ! $args ) {
			/* translators: %d: a number */
			$this->confirm( sprintf( __( 'Ask the gateway about the unpaid orders (%d)?', 'puente-for-woocommerce' ), count( $ids ) ), $assoc );
		}
		$rows  = array();
		$asked = Puente_Resync::ask(
			$ids,
			static function ( $states ) use ( &$rows ) {
				foreach ( $states as $id => $state ) {
					$rows[] = array(
						'id'    => $id,
						'state' => $state,
					);
				}
			}
		);
		foreach ( $asked['left'] as $id ) {
			$rows[] = array(
				'id'    => $id,
				'state' => 'away',
			);
		}
		$this->show( $rows, array( 'id', 'state' ), $assoc );
		if ( ! Puente_Resync::was_answered( $asked['counts'] ) ) {
			WP_CLI::error( __( 'Puente is not responding. Nothing was changed. Try again later.', 'puente-for-woocommerce' ) );
		}
		if ( $asked['left'] || $asked['counts']['away'] > 0 ) {
			WP_CLI::warning( Puente_Resync::words( $asked ) );
			WP_CLI::halt( self::PARTLY );
		}
		$this->say( Puente_Resync::words( $asked ), $assoc );
	}

	/**
	 * Refunds a card order through WooCommerce, to the customer's card.
	 *
	 * ## OPTIONS
	 *
	 * <order>
	 * : Id of the order.
	 *
	 * [--amount=<amount>]
	 * : Amount in the order's currency, such as 120.50. Default: all that is left.
	 *
	 * [--reason=<reason>]
	 * : Reason, shown in the order.
	 *
	 * [--yes]
	 * : Asks no question.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 * ---
	 *
	 * ## EXIT CODES
	 *
	 * 0 if Puente accepted the refund, 1 if nothing was refunded, 2 if its outcome is not known yet:
	 * do not repeat it.
	 *
	 * ## EXAMPLES
	 *
	 *     wp puente refund 1041 --amount=120.50 --reason="Broken" --yes
	 *
	 * @param string[] $args  Positional arguments.
	 * @param array    $assoc Options.
	 */
	public function refund( $args, $assoc ) {
		$this->check_connection();
		$order = wc_get_order( $this->read_id( $args[0] ) );
		if ( ! $order instanceof WC_Order ) {
			WP_CLI::error( __( 'Order not found.', 'puente-for-woocommerce' ) );
		}
		if ( Puente_Gateway::ID !== $order->get_payment_method() || ! $order->get_date_paid() ) {
			WP_CLI::error( __( 'This order was not paid through Puente.', 'puente-for-woocommerce' ) );
		}
		$left   = Puente_Amount::text( (string) $order->get_remaining_refund_amount() );
		$amount = isset( $assoc['amount'] ) ? Puente_Amount::text( (string) $assoc['amount'] ) : $left;
		if ( null === $amount || ! Puente_Amount::is_positive( $amount ) ) {
			WP_CLI::error( isset( $assoc['amount'] ) ? __( 'The amount is a positive number such as 120.50.', 'puente-for-woocommerce' ) : __( 'Nothing is left to refund.', 'puente-for-woocommerce' ) );
		}
		$money = $amount . ' ' . $order->get_currency();
		/* translators: 1: an amount with its currency, 2: the number of an order */
		$this->confirm( sprintf( __( 'Refund %1$s of order %2$s to the card?', 'puente-for-woocommerce' ), $money, $order->get_order_number() ), $assoc );
		$refund = wc_create_refund(
			array(
				'order_id'       => $order->get_id(),
				'amount'         => $amount,
				'reason'         => isset( $assoc['reason'] ) ? sanitize_text_field( $assoc['reason'] ) : '',
				'refund_payment' => true,
			)
		);
		if ( is_wp_error( $refund ) ) {
			WP_CLI::error( $refund->get_error_message() );
		}
		$state = Puente_Refund_Request::state( $refund );
		$row   = array(
			'refund'   => $refund->get_id(),
			'order'    => $order->get_id(),
			'amount'   => $amount,
			'currency' => $order->get_currency(),
			'state'    => $state,
		);
		$this->show( array( $row ), array_keys( $row ), $assoc );
		if ( Puente_Refund_Request::is_unanswered( $refund ) ) {
			WP_CLI::warning( __( 'Puente did not answer in time. The plugin keeps checking the outcome: do not repeat the refund.', 'puente-for-woocommerce' ) );
			WP_CLI::halt( self::PARTLY );
		}
		/* translators: 1: an amount with its currency, 2: a state such as succeeded */
		$this->say( sprintf( __( 'Refund of %1$s: %2$s.', 'puente-for-woocommerce' ), $money, $state ), $assoc );
	}

	/**
	 * Lists card orders with their state.
	 *
	 * ## OPTIONS
	 *
	 * [--status=<status>]
	 * : Statuses of WooCommerce, separated by commas.
	 *
	 * [--limit=<limit>]
	 * : Upper bound on the orders, newest first. `--format=count` counts all without it.
	 * Default: 20.
	 *
	 * [--page=<page>]
	 * : Page of the list.
	 * ---
	 * default: 1
	 * ---
	 *
	 * [--fields=<fields>]
	 * : Columns, separated by commas.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 *   - ids
	 *   - count
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp puente orders --status=pending,failed --format=ids
	 *
	 * @param string[] $args  Positional arguments.
	 * @param array    $assoc Options.
	 */
	public function orders( $args, $assoc ) {
		$query = array(
			'type'           => 'shop_order',
			'payment_method' => Puente_Gateway::ID,
			'limit'          => $this->read_number( $assoc, 'limit', 20, self::MOST_ORDERS ),
			'page'           => $this->read_number( $assoc, 'page', 1, 1000000 ),
			'orderby'        => 'ID',
			'order'          => 'DESC',
		);
		if ( isset( $assoc['status'] ) ) {
			$query['status'] = $this->read_statuses( $assoc['status'] );
		}
		$fields = isset( $assoc['fields'] ) ? array_map( 'trim', explode( ',', $assoc['fields'] ) ) : self::ORDER_FIELDS;
		if ( array_diff( $fields, self::ORDER_FIELDS ) ) {
			/* translators: %s: a list of names */
			WP_CLI::error( sprintf( __( 'The columns are: %s.', 'puente-for-woocommerce' ), implode( ', ', self::ORDER_FIELDS ) ) );
		}
		if ( ! isset( $assoc['limit'] ) && isset( $assoc['format'] ) && 'count' === $assoc['format'] ) {
			$all = array(
				'paginate' => true,
				'limit'    => 1,
				'page'     => 1,
				'return'   => 'ids',
			);
			WP_CLI::line( (string) wc_get_orders( $all + $query )->total );
			return;
		}
		$orders = array_filter(
			wc_get_orders( $query ),
			static function ( $order ) {
				return $order instanceof WC_Order;
			}
		);
		$this->show( array_values( array_map( array( $this, 'row' ), $orders ) ), $fields, $assoc );
	}

	/**
	 * Builds the row of an order.
	 *
	 * @param WC_Order $order Order.
	 */
	private function row( WC_Order $order ) {
		$created = $order->get_date_created();
		return array(
			'id'           => $order->get_id(),
			'number'       => $order->get_order_number(),
			'date'         => $created ? gmdate( 'Y-m-d\TH:i:s\Z', $created->getTimestamp() ) : '',
			'status'       => $order->get_status(),
			'total'        => (string) $order->get_total(),
			'currency'     => $order->get_currency(),
			'payment'      => Puente_Order_State::of( $order ),
			'transaction'  => $order->get_transaction_id(),
			'refunds_open' => count( array_filter( $order->get_refunds(), array( 'Puente_Refund_Request', 'may_be_open' ) ) ),
		);
	}

	/**
	 * Asks before the command goes on. WP-CLI's own question ends with 0 on a no, also for a program
	 * that cannot answer, which would then believe that the refund was made.
	 *
	 * @param string $question Question.
	 * @param array  $assoc    Options.
	 */
	private function confirm( $question, array $assoc ) {
		if ( ! empty( $assoc['yes'] ) ) {
			return;
		}
		if ( 'y' !== strtolower( trim( (string) call_user_func( self::$ask_person, $question ) ) ) ) {
			WP_CLI::error( __( 'Nothing was done. Answer “y”, or add --yes.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Ends the command without a connection.
	 */
	private function check_connection() {
		if ( Puente_Pairings::is_elsewhere() ) {
			WP_CLI::error( Puente_Moved_Site::words() );
		}
		if ( ! Puente_Pairings::current() ) {
			WP_CLI::error( __( 'This site is not connected to Puente. Nothing was done.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Reads an order id.
	 *
	 * @param string $given Argument.
	 */
	private function read_id( $given ) {
		if ( ! preg_match( '/^[1-9][0-9]{0,17}$/D', (string) $given ) ) {
			/* translators: %s: what was typed */
			WP_CLI::error( sprintf( __( '“%s” is not the id of an order.', 'puente-for-woocommerce' ), $given ) );
		}
		return (int) $given;
	}

	/**
	 * Reads a positive number.
	 *
	 * @param array  $assoc    Options.
	 * @param string $name     Option.
	 * @param int    $fallback Default.
	 * @param int    $most     Upper bound.
	 */
	private function read_number( array $assoc, $name, $fallback, $most ) {
		$given = isset( $assoc[ $name ] ) ? (string) $assoc[ $name ] : (string) $fallback;
		if ( ! preg_match( '/^[1-9][0-9]{0,8}$/D', $given ) || (int) $given > $most ) {
			/* translators: 1: the name of an option, 2: a number */
			WP_CLI::error( sprintf( __( '--%1$s is a whole number from 1 to %2$d.', 'puente-for-woocommerce' ), $name, $most ) );
		}
		return (int) $given;
	}

	/**
	 * Reads statuses: WooCommerce would list the orders of every status for an unknown one.
	 *
	 * @param string $given Option.
	 * @return string[] Without WooCommerce's prefix.
	 */
	private function read_statuses( $given ) {
		$statuses = array();
		foreach ( explode( ',', $given ) as $status ) {
			$statuses[] = preg_replace( '/^wc-/', '', trim( $status ) );
			if ( ! array_key_exists( 'wc-' . end( $statuses ), wc_get_order_statuses() ) ) {
				/* translators: %s: what was typed */
				WP_CLI::error( sprintf( __( '“%s” is not a status of orders.', 'puente-for-woocommerce' ), end( $statuses ) ) );
			}
		}
		return $statuses;
	}

	/**
	 * Prints rows.
	 *
	 * @param array[]  $rows   Rows.
	 * @param string[] $fields Columns.
	 * @param array    $assoc  Options.
	 */
	private function show( array $rows, array $fields, array $assoc ) {
		$format = isset( $assoc['format'] ) ? $assoc['format'] : 'table';
		WP_CLI\Utils\format_items( $format, 'ids' === $format ? wp_list_pluck( $rows, 'id' ) : $rows, $fields );
	}

	/**
	 * Prints a sentence for people, which a program's output must not contain.
	 *
	 * @param string $words Sentence.
	 * @param array  $assoc Options.
	 */
	private function say( $words, array $assoc ) {
		if ( ! isset( $assoc['format'] ) || 'table' === $assoc['format'] ) {
			WP_CLI::success( $words );
		}
	}
}
