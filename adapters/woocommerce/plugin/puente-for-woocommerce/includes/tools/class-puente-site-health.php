<?php
/**
 * Site Health test.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Runs by REST, because it asks Puente and must not delay the page.
 */
class Puente_Site_Health {

	const TEST  = 'puente_connection';
	const ROUTE = '/site-health';

	/**
	 * Hooks into Site Health.
	 */
	public static function listen() {
		add_filter( 'site_status_tests', array( __CLASS__, 'add' ) );
		add_action( 'rest_api_init', array( __CLASS__, 'register' ) );
	}

	/**
	 * Adds the test.
	 *
	 * @param array $tests Tests.
	 * @return array
	 */
	public static function add( $tests ) {
		$tests['async'][ self::TEST ] = array(
			'label'             => __( 'Card payments through Puente', 'puente-for-woocommerce' ),
			'test'              => rest_url( Puente_Rest_Routes::SPACE . self::ROUTE ),
			'has_rest'          => true,
			// WordPress' weekly run has no browser.
			'async_direct_test' => array( __CLASS__, 'test' ),
		);
		return $tests;
	}

	/**
	 * Registers the route.
	 */
	public static function register() {
		register_rest_route(
			Puente_Rest_Routes::SPACE,
			self::ROUTE,
			array(
				'methods'             => 'GET',
				'callback'            => array( __CLASS__, 'test' ),
				'permission_callback' => static function () {
					return current_user_can( 'view_site_health_checks' );
				},
				'show_in_index'       => false,
			)
		);
	}

	/**
	 * Asks Puente, then judges what is known.
	 *
	 * @return array As Site Health expects it.
	 */
	public static function test() {
		Puente_Facts::refresh_for_page();
		$faults = Puente_Health::faults();
		$status = $faults ? $faults[0]['level'] : 'good';
		$words  = array_map(
			static function ( $fault ) {
				return '<li>' . esc_html( $fault['words'] ) . '</li>';
			},
			$faults
		);
		return array(
			'label'       => self::label( $status ),
			'status'      => $status,
			'badge'       => array(
				'label' => 'Puente',
				'color' => 'blue',
			),
			'description' => '<p>' . esc_html__( 'Puente takes the card payments of this shop and updates its orders.', 'puente-for-woocommerce' ) . '</p>' . ( $words ? '<ul>' . implode( '', $words ) . '</ul>' : '' ),
			'actions'     => sprintf( '<p><a href="%1$s">%2$s</a></p>', esc_url( Puente_Settings_Page::url() ), esc_html__( 'Open the settings of Puente', 'puente-for-woocommerce' ) ),
			'test'        => self::TEST,
		);
	}

	/**
	 * Returns the title of the result.
	 *
	 * @param string $status Status.
	 */
	private static function label( $status ) {
		switch ( $status ) {
			case Puente_Health::CRITICAL:
				return __( 'Card payments through Puente do not work', 'puente-for-woocommerce' );
			case Puente_Health::RECOMMENDED:
				return __( 'Card payments through Puente need attention', 'puente-for-woocommerce' );
			default:
				return __( 'Card payments through Puente work', 'puente-for-woocommerce' );
		}
	}
}
