<?php
/**
 * HTTP requests of Puente's client.
 *
 * @package Puente
 */

use PuenteForWooCommerce\Http\Request;
use PuenteForWooCommerce\Http\Response;
use PuenteForWooCommerce\Http\Transport;
use PuenteForWooCommerce\Http\TransportFailure;

defined( 'ABSPATH' ) || exit;

/**
 * Sends requests with WordPress, whose proxy settings and filters they follow.
 */
class Puente_Transport implements Transport {

	/**
	 * Sends a request. Follows no redirect, which would leave Puente.
	 *
	 * @param Request $request Request.
	 * @throws TransportFailure Without a response.
	 */
	public function send( Request $request ): Response {
		$response = wp_remote_request(
			$request->url,
			array(
				'method'      => $request->method,
				'timeout'     => $request->timeoutSeconds, // phpcs:ignore WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase -- The client's name.
				'headers'     => $request->headers,
				'body'        => $request->body,
				'redirection' => 0,
				'user-agent'  => $request->headers['User-Agent'],
			)
		);
		if ( is_wp_error( $response ) ) {
			throw new TransportFailure( $response->get_error_message() ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Never printed unescaped.
		}
		$headers = array();
		foreach ( Response::HEADERS as $name ) {
			$headers[ $name ] = wp_remote_retrieve_header( $response, $name );
		}
		return new Response( (int) wp_remote_retrieve_response_code( $response ), wp_remote_retrieve_body( $response ), $headers );
	}
}
